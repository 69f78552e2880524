import { CircleAlert, CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react'
import { createContext, lazy, useContext } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { sectionTitles } from '../../../contract/link/fields.ts'
import type { SectionName } from '../../../contract/link/fields.ts'
import { BasicsFields } from './BasicsFields.tsx'
import { DestinationFields } from './DestinationFields.tsx'
import { PreviewFields } from './PreviewFields.tsx'
import { TrackingFields } from './TrackingFields.tsx'
import { useSectionState } from '../../link/FormChecks.tsx'
import type { SectionState } from '../../link/sections.ts'
import { WarningScope } from '../../ui/WarningScope.tsx'
import { LaterPart } from '../../session/ErrorBoundary.tsx'
import styles from './linkForm.module.css'

// The last two sections are loaded after the first screen, because they need large modules that no other field needs.
const TagsField = lazy(() => import('./TagsField.tsx').then((file) => ({ default: file.TagsField })))
const DataEditor = lazy(() =>
  import('../jsonEditor/DataEditor.tsx').then((file) => ({ default: file.DataEditor })),
)

/**
 * Content that the editor of an existing link adds to each section. Passed in, because the first screen doesn't need
 * it.
 */
export const SectionMarksContext = createContext<ComponentType<{ section: SectionName }> | null>(null)

/** Shows the form's sections from top to bottom. */
export function FormSections() {
  return (
    <>
      <Section name="basics">
        <BasicsFields />
      </Section>
      <Section name="places" hint="One address for everyone, with optional overrides for iPhone and Android.">
        <DestinationFields />
      </Section>
      <Section name="tracking" hint="How visits are counted in your reports.">
        <TrackingFields />
      </Section>
      <Section name="preview" hint="A page with the title and subtitle, shown before the visitor moves on.">
        <PreviewFields />
      </Section>
      <Section name="tags" hint="Not shown to visitors. For finding and grouping your links.">
        <LaterPart fallback={<div className={styles['tagsWait']} aria-busy />}>
          <TagsField />
        </LaterPart>
      </Section>
      <Section name="data" hint="What your app receives when it opens the link.">
        <LaterPart fallback={<div className={styles['dataWait']} aria-busy />}>
          <DataEditor />
        </LaterPart>
      </Section>
    </>
  )
}

const stateIcons = { empty: CircleDashed, set: CircleCheck, warning: TriangleAlert, error: CircleAlert }
const stateWords: Record<SectionState, string> = {
  empty: 'not filled in',
  set: 'filled in',
  warning: 'has warnings',
  error: 'has errors',
}

interface SectionProps {
  name: SectionName
  hint?: string
  children: ReactNode
}

/** Shows one section of the form with its name and a status mark. */
function Section({ name, hint, children }: SectionProps) {
  const id = `section-${name}`
  const Marks = useContext(SectionMarksContext)
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <WarningScope>
        {(hasWarnings) => (
          <>
            <div className={styles['sectionHead']}>
              <Mark name={name} hasWarnings={hasWarnings} />
              <h2 id={id}>{sectionTitles[name]}</h2>
              {hint && <p>{hint}</p>}
            </div>
            {children}
            {Marks && <Marks section={name} />}
          </>
        )}
      </WarningScope>
    </section>
  )
}

/** Shows a section's state as an icon. Its fields may show warnings that the section's own state doesn't include. */
function Mark({ name, hasWarnings }: { name: SectionName; hasWarnings: boolean }) {
  const ownState = useSectionState(name)
  const state = hasWarnings && ownState !== 'error' ? 'warning' : ownState
  const Icon = stateIcons[state]
  return (
    <span className={styles['mark']} data-state={state} role="img" aria-label={stateWords[state]}>
      <Icon size={16} strokeWidth={2} aria-hidden />
    </span>
  )
}
