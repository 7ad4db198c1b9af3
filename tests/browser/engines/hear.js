// Runs in each page before its own scripts, and tells window.py of what goes wrong there.
(() => {
  const tell = (kind, text) =>
    window.webkit.messageHandlers.heard.postMessage(JSON.stringify({ kind, text, page: location.href }));
  addEventListener("error", (met) => met.message && tell("error", `${met.message} @${met.filename}:${met.lineno}`), true);
  addEventListener("unhandledrejection", ({ reason }) => tell("error", String((reason && reason.stack) || reason)));
  addEventListener("securitypolicyviolation", (met) =>
    tell("policy", `${met.violatedDirective} ${met.blockedURI} ${met.sourceFile}:${met.lineNumber}`));
  const usual = console.error;
  console.error = (...said) => {
    tell("error", said.map(String).join(" "));
    usual.apply(console, said);
  };
})();
