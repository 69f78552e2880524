import type { Notifications } from '@mantine/notifications'
import { useEffect, useState } from 'react'
import styles from './ui.module.css'
import { loadToasts, firstToastShown, maxToasts, toastMs } from './toast.ts'

/** Shows toasts. Loads the toast library at the first key press, click or toast. */
export function Toaster() {
  const [parts, setParts] = useState<{ Place: typeof Notifications } | null>(null)
  useEffect(() => {
    const unmounted = new AbortController()
    const load = () => {
      unmounted.abort()
      void loadToasts().then((library) => setParts({ Place: library.Notifications }))
    }
    // Loads before the first toast is needed: once the app has stopped, nothing can be loaded, and a toast must report
    // that.
    for (const event of ['keydown', 'pointerdown']) {
      window.addEventListener(event, load, { capture: true, signal: unmounted.signal })
    }
    void firstToastShown.then(load)
    return () => unmounted.abort()
  }, [])
  return (
    parts && (
      <parts.Place
        className={styles['toaster'] ?? ''}
        position="bottom-left"
        limit={maxToasts}
        autoClose={toastMs}
      />
    )
  )
}
