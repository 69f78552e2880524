import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { GenerateRequest } from '../../contract/generate.ts'
import { Code } from '../kit/Code.tsx'
import { CopyIcon } from '../kit/CopyButton.tsx'
import type { Current } from '../shell/currentProfile.ts'
import { Part } from './Part.tsx'
import { curlOf } from './curl.ts'
import styles from './create.module.css'

type Form = 'JSON' | 'cURL'

/** Exactly what will be sent, to read and to run elsewhere. The key is never in it. */
export function RequestPart({ request, current }: { request: GenerateRequest; current: Current }) {
  const [form, setForm] = useState<Form>('JSON')
  const text = form === 'JSON' ? JSON.stringify(request, null, 2) : curlFor(request, current)
  const switcher = (
    <div className={styles['partAside']}>
      <SegmentedControl aria-label="Request as" data={['JSON', 'cURL']} value={form} onChange={setForm} />
      <CopyIcon text={text} label={`Copy request as ${form}`} />
    </div>
  )
  return (
    <Part view="request" title="Request" aside={switcher}>
      <Code text={text} label={`Request as ${form}`} />
    </Part>
  )
}

function curlFor(request: GenerateRequest, { profile, environment }: Current): string {
  return curlOf(request, profile.baseUrl, profile.environmentValues[environment])
}
