import type { ReactNode } from 'react'
import type { View } from './ViewSwitch.tsx'
import styles from './create.module.css'

interface PreviewPartProps {
  view: Exclude<View, 'form'>
  title: string
  note?: string
  children: ReactNode
}

/** Shows one of the previews next to the form; in a small window, only the selected one. */
export function PreviewPart({ view, title, note, children }: PreviewPartProps) {
  return (
    <section className={styles['part']} data-part={view} aria-labelledby={`part-${view}`}>
      <div className={styles['partHead']}>
        <h2 id={`part-${view}`}>{title}</h2>
        {note && <p>{note}</p>}
      </div>
      {children}
    </section>
  )
}
