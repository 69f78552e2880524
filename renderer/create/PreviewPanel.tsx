import { useDeferredValue } from 'react'
import { CardPreview } from '../card/CardPreview.tsx'
import type { Current } from '../shell/currentProfile.ts'
import { Outcomes } from '../simulator/Outcomes.tsx'
import { useFormValues } from './FormContext.tsx'
import { Part } from './Part.tsx'
import { RequestPart } from './RequestPart.tsx'
import { SimilarPart } from './SimilarPart.tsx'
import { rulesOf } from './form.ts'
import { inspect } from './inspect.ts'
import styles from './create.module.css'

/** What the link would look like and do, drawn a moment behind the typing so that typing never waits for it. */
export function PreviewPanel({ current }: { current: Current }) {
  const values = useDeferredValue(useFormValues())
  const { profile } = current
  const { request } = inspect(values)
  // It scrolls without holding anything to tab to, so it must take the focus itself.
  return (
    <aside className={styles['panel']} aria-label="What this link will be" tabIndex={0}>
      <Part view="card" title="Card">
        <CardPreview title={values.title} subtitle={values.subtitle} host={hostOf(profile)} />
      </Part>
      <Part view="outcomes" title="What happens" note="When someone opens the link">
        <Outcomes rules={rulesOf(values)} defaults={profile.kind === 'embedded' ? 'ours' : 'unknown'} />
      </Part>
      <RequestPart request={request} current={current} />
      <SimilarPart request={request} />
    </aside>
  )
}

function hostOf(profile: Current['profile']): string {
  return profile.linkHosts[0] ?? URL.parse(profile.baseUrl)?.host ?? ''
}
