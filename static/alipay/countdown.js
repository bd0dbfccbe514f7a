// Counts down to the moment from which nobody can pay any more, then looks again. The page tells the time without it, too.
const countdown = document.querySelector(".countdown");
if (countdown) {
  const end = performance.now() + Number(countdown.dataset.left);
  const show = () => {
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    countdown.textContent = Math.floor(left / 60) + ":" + String(left % 60).padStart(2, "0");
    countdown.hidden = false;
    if (left === 0) {
      clearInterval(timer);
      setTimeout(() => location.reload(), 500);
    }
  };
  const timer = setInterval(show, 250);
  show();
}
