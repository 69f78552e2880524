import { memo, useDeferredValue } from 'react'
import { CardPreview } from '../../features/card/CardPreview.tsx'
import type { Current } from '../../session/currentProfile.ts'
import { Outcomes } from '../../features/simulator/Outcomes.tsx'
import { useFormValues } from '../../link/FormContext.tsx'
import { PreviewPart } from './PreviewPart.tsx'
import { SimilarPart } from './SimilarPart.tsx'
import { cleanForm, toRules, type FormValues } from '../../link/form.ts'
import styles from './create.module.css'

interface CardAndOutcomesProps {
  values: FormValues
  profile: Current['profile']
}

/** Shows what the link will look like and do. */
export function PreviewPanel({ current }: { current: Current }) {
  // Scrolls but contains no tab stops, so it must be focusable itself.
  return (
    <aside className={styles['panel']} aria-label="What this link will be" tabIndex={0}>
      <DeferredPreview current={current} />
      <SimilarPart />
    </aside>
  )
}

// Renders deferred, so that typing never waits for it.
function DeferredPreview({ current }: { current: Current }) {
  const values = useDeferredValue(useFormValues())
  return <CardAndOutcomes values={values} profile={current.profile} />
}

// Memoized, so that a keystroke does not re-render unchanged values.
const CardAndOutcomes = memo(function CardAndOutcomes({ values: typed, profile }: CardAndOutcomesProps) {
  const values = cleanForm(typed)
  return (
    <>
      <PreviewPart view="card" title="Card">
        <CardPreview
          title={values.title}
          subtitle={values.subtitle}
          image={profile.hasImages ? values.image : ''}
          host={profileHost(profile)}
        />
      </PreviewPart>
      <PreviewPart view="outcomes" title="What happens" note="When someone opens the link">
        <Outcomes rules={toRules(values)} defaults={profile.defaults} hasApp={profile.hasApp} />
      </PreviewPart>
    </>
  )
})

function profileHost(profile: Current['profile']): string {
  return profile.linkHosts[0] ?? URL.parse(profile.baseUrl)?.host ?? ''
}
