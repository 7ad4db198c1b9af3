// Loaded into Playwright's driver by `make engines`. It speaks WebDriver BiDi to the Firefox that a machine has, and
// asks for emulation.setMediaFeaturesOverride, which an older one does not know: that one question is left out.
const fs = require("fs"), Module = require("module");
const usual = Module._extensions[".js"];
Module._extensions[".js"] = function (module, file) {
  if (!file.endsWith("coreBundle.js")) return usual(module, file);
  const text = fs.readFileSync(file, "utf8").replace(
    /this\.(_session|_browser\._browserSession)\.send\("emulation\.setMediaFeaturesOverride"/g, '(async () => {})("left out"');
  module._compile(text, file);
};
