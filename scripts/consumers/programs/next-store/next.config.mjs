export default { experimental: { cpus: 1 } };
