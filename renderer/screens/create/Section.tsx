import { CircleAlert, CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSectionState } from '../../link/CreateContext.tsx'
import { sections } from '../../link/sections.ts'
import type { SectionName, SectionState } from '../../link/sections.ts'
import styles from './create.module.css'

const marks = { empty: CircleDashed, set: CircleCheck, warning: TriangleAlert, fault: CircleAlert }
const words: Record<SectionState, string> = {
  empty: 'left to the service',
  set: 'filled in',
  warning: 'worth a look',
  fault: 'needs attention',
}

interface SectionProps {
  name: SectionName
  hint?: string
  children: ReactNode
}

/** One part of the form under its name, with a mark for how it stands. */
export function Section({ name, hint, children }: SectionProps) {
  const id = `section-${name}`
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <div className={styles['sectionHead']}>
        <Mark name={name} />
        <h2 id={id}>{sections[name].title}</h2>
        {hint && <p>{hint}</p>}
      </div>
      {children}
    </section>
  )
}

function Mark({ name }: { name: SectionName }) {
  const state = useSectionState(name)
  const Icon = marks[state]
  return (
    <span className={styles['mark']} data-state={state} role="img" aria-label={words[state]}>
      <Icon size={16} strokeWidth={2} aria-hidden />
    </span>
  )
}
