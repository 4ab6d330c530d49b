// Loaded before a test (`node --import`): takes memory of each instance of a module, so that all other addresses are over 2^31.
// Nothing writes to the memory that is taken, so that it costs nothing.

const { Instance, instantiate } = WebAssembly;

function take({ exports }) {
  exports.start();
  // The longest allocation is a little shorter than 2^31 bytes.
  for (const length of [0x7ff00000, 0x00200000]) {
    if (exports.allocate(length) === 0) throw new Error("this machine cannot give 3 GB of addresses to a module of WebAssembly");
  }
  if (exports.allocate(8) >= 0) throw new Error("addresses are not over 2^31");
}

WebAssembly.instantiate = async (...args) => {
  const instance = await instantiate(...args);
  take(instance);
  return instance;
};

WebAssembly.Instance = class extends Instance {
  constructor(...args) {
    super(...args);
    take(this);
  }
};
