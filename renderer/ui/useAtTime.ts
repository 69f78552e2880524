import { useEffect, useEffectEvent } from 'react'

/** Timers pause while the computer sleeps, so the clock is compared at least this often, in milliseconds. */
const maxWaitMs = 60_000

/** Calls a function when a time, in milliseconds, is reached; `null` for never. */
export function useAtTime(time: number | null, act: () => void): void {
  const reached = useEffectEvent(act)
  useEffect(() => {
    if (time === null) return
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      const remaining = time - Date.now()
      if (remaining > 0) timer = setTimeout(wait, Math.min(remaining, maxWaitMs))
      else reached()
    }
    timer = setTimeout(wait)
    return () => clearTimeout(timer)
  }, [time])
}
