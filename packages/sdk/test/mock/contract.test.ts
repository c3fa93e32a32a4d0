// Runs the service's contract suite against the mock: its responses equal the service's.
import { runContract } from "../../../server-kit/test/contract/run-contract.js";
import { fetchedMock, servedMock } from "./mock-target.js";

const never = {
  "503 SHUTTING_DOWN": "a mock that is stopped still responds, so that a test's last calls do not fail",
  "503 UNHEALTHY": "memory does not fail",
  "500 INTERNAL_ERROR": "nor does anything else, unless failNext asks for it",
};

runContract(servedMock, never);
runContract(fetchedMock, never);
