/**
 * The time of day by which keys end, in milliseconds since 1970: what the computer's clock says, and at least what it said when
 * this process started and has passed since. Setting the clock back gives no ended key back its life.
 */
export function timeForKeys(): number {
  return Math.max(Date.now(), performance.timeOrigin + performance.now())
}
