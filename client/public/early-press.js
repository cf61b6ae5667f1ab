// A press on a button of a pre-rendered page before the program has started: the start repeats it once React answers
// (client/app/start/start-app.tsx). Links, and buttons that submit a form, work without the program.
document.onclick = ({ target }) => {
  window.earlyPress = /** @type {Element} */ (target).closest('button[type=button]');
};
