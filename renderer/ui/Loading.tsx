import { Loader } from '@mantine/core'
import { useEffect, useState } from 'react'
import styles from './ui.module.css'

const quietFor = 150

/** Says that something is on its way, but only when it takes long enough to be noticed. */
export function Loading({ label }: { label: string }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), quietFor)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={styles['loading']} role="status" aria-label={label}>
      {shown && <Loader size="sm" />}
      {shown && <span>{label}</span>}
    </div>
  )
}
