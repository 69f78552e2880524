import { Loader } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Elapsed } from './Elapsed.tsx'
import styles from './ui.module.css'

const showDelayMs = 150

/** Shows a loading message, but only after a noticeable delay. With `cancel`, a long wait can be cancelled. */
export function Loading({ label, cancel }: { label: string; cancel?: () => void }) {
  const [isVisible, setIsVisible] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsVisible(true), showDelayMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={styles['loading']}>
      <span className={styles['loadingLabel']} role="status" aria-label={label}>
        {isVisible && <Loader size="sm" />}
        {isVisible && <span>{label}</span>}
      </span>
      {cancel && <Elapsed cancel={cancel} />}
    </div>
  )
}
