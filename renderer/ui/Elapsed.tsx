import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import styles from './ui.module.css'

/** Seconds before a wait counts as long. */
const longWaitSeconds = 2

/**
 * Shows how many seconds a request has been waiting, with a button to cancel it. Empty until the wait is long. Mount it
 * when the request starts, or pass the time of its start as `since`.
 */
export function Elapsed({ cancel, since }: { cancel?: () => void; since?: string }) {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const waitedMs = since === undefined ? 0 : Date.now() - Date.parse(since)
    const startedAt = performance.now() - waitedMs
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - startedAt) / 1_000)), 1_000)
    return () => clearInterval(timer)
  }, [since])
  if (seconds < longWaitSeconds) return null
  return (
    <span className={styles['elapsed']}>
      {/* Hidden from screen readers, which would announce it every second. */}
      <span aria-hidden>{seconds} s</span>
      {cancel && (
        <Button size="compact-xs" variant="default" onClick={cancel}>
          Cancel
        </Button>
      )}
    </span>
  )
}
