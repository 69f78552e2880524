import { Loader } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Elapsed } from './Elapsed.tsx'
import styles from './ui.module.css'

const showDelayMs = 150

/** Shows a loading message after a noticeable delay, and the seconds of a long wait, which `cancel` can end. */
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
      <Elapsed {...(cancel && { cancel })} />
    </div>
  )
}
