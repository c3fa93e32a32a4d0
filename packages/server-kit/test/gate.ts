// Delays work until the test opens the gate, with a value if the work needs one.

interface Gate<Value = void> {
  /** Resolves once the gate is open. */
  passed: Promise<Value>;
  open(value: Value): void;
}

export function createGate<Value = void>(): Gate<Value> {
  let open: (value: Value) => void = () => undefined;
  const passed = new Promise<Value>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}
