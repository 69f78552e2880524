import { Loader } from '@mantine/core'
import { useEffect, useState } from 'react'
import styles from './ui.module.css'

const showDelayMs = 150

/** Shows a loading message, but only after a noticeable delay. */
export function Loading({ label }: { label: string }) {
  const [isVisible, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), showDelayMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={styles['loading']} role="status" aria-label={label}>
      {isVisible && <Loader size="sm" />}
      {isVisible && <span>{label}</span>}
    </div>
  )
}
