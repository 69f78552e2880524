import type { Notifications } from '@mantine/notifications'
import { useEffect, useState } from 'react'
import styles from './ui.module.css'
import { loadToasts, firstToastShown, maxToasts } from './toast.ts'

/** Shows toasts. Loaded with the first key, click or toast. */
export function Toaster() {
  const [parts, setParts] = useState<{ Place: typeof Notifications } | null>(null)
  useEffect(() => {
    const unmounted = new AbortController()
    const load = () => {
      unmounted.abort()
      void loadToasts().then((library) => setParts({ Place: library.Notifications }))
    }
    // Not later: if the app has ended, nothing can be loaded any more, and that must be reported.
    for (const event of ['keydown', 'pointerdown']) {
      window.addEventListener(event, load, { capture: true, signal: unmounted.signal })
    }
    void firstToastShown.then(load)
    return () => unmounted.abort()
  }, [])
  return parts && <parts.Place className={styles['toaster'] ?? ''} position="bottom-left" limit={maxToasts} />
}
