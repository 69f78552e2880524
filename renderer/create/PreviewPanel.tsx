import { useDeferredValue } from 'react'
import type { ReactNode } from 'react'
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { Code } from '../kit/Code.tsx'
import { CopyIcon } from '../kit/CopyButton.tsx'
import { LinkCard } from '../simulator/LinkCard.tsx'
import { Outcomes } from '../simulator/Outcomes.tsx'
import type { Current } from '../shell/currentProfile.ts'
import { useFormValues } from './FormContext.tsx'
import { curlOf } from './curl.ts'
import { rulesOf } from './form.ts'
import type { FormValues } from './form.ts'
import { inspect } from './inspect.ts'
import styles from './create.module.css'

/** What the link would look like and do, drawn a moment behind the typing so that typing never waits for it. */
export function PreviewPanel({ current }: { current: Current }) {
  const values = useDeferredValue(useFormValues())
  const { profile } = current
  // It scrolls without holding anything to tab to, so it must take the focus itself.
  return (
    <aside className={styles['panel']} aria-label="What this link will be" tabIndex={0}>
      <Part view="card" title="Card" note="How a chat app will show it, roughly">
        <LinkCard title={values.title} subtitle={values.subtitle} host={hostOf(profile)} />
      </Part>
      <Part view="outcomes" title="What happens" note="When someone opens the link">
        <Outcomes rules={rulesOf(values)} defaults={profile.kind === 'embedded' ? 'ours' : 'unknown'} />
      </Part>
      <RequestPart values={values} current={current} />
    </aside>
  )
}

function hostOf(profile: Current['profile']): string {
  return profile.linkHosts[0] ?? URL.parse(profile.baseUrl)?.host ?? ''
}

interface PartProps {
  view: string
  title: string
  note?: string
  aside?: ReactNode
  children: ReactNode
}

function Part({ view, title, note, aside, children }: PartProps) {
  return (
    <section className={styles['part']} data-part={view} aria-labelledby={`part-${view}`}>
      <div className={styles['partHead']}>
        <h2 id={`part-${view}`}>{title}</h2>
        {note && <p>{note}</p>}
        {aside}
      </div>
      {children}
    </section>
  )
}

type Form = 'json' | 'curl'

function RequestPart({ values, current }: { values: FormValues; current: Current }) {
  const [form, setForm] = useState<Form>('json')
  const { request } = inspect(values)
  const { profile, environment } = current
  const text =
    form === 'json'
      ? JSON.stringify(request, null, 2)
      : curlOf(request, profile.baseUrl, profile.environmentValues[environment])
  const label = form === 'json' ? 'Request as JSON' : 'Request as cURL'
  const switcher = (
    <div className={styles['partAside']}>
      <SegmentedControl
        aria-label="Request as"
        data={[
          { value: 'json', label: 'JSON' },
          { value: 'curl', label: 'cURL' },
        ]}
        value={form}
        onChange={setForm}
      />
      <CopyIcon
        text={text}
        label={`Copy ${label.toLowerCase().replace('json', 'JSON').replace('curl', 'cURL')}`}
      />
    </div>
  )
  return (
    <Part view="request" title="Request" aside={switcher}>
      <Code text={text} label={label} />
    </Part>
  )
}
