import { Group, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { GenerateRequest } from '../../../contract/service/link/generate.ts'
import { Code } from '../../ui/Code.tsx'
import { CopyIcon } from '../../ui/CopyButton.tsx'
import type { Current } from '../../session/currentProfile.ts'
import { useRules } from '../../link/FormChecks.tsx'
import { useFormStore, useSettledForm } from '../../link/FormContext.tsx'
import { toCurl } from '../../link/curl.ts'
import type { FormValues } from '../../link/form.ts'
import { validateForm } from '../../link/validateForm.ts'

type RequestFormat = 'JSON' | 'cURL'

/** Update delay in milliseconds. A 32 KiB line takes 10 ms to lay out, too slow for every keystroke. */
const updateDelayMs = 150

/** Shows the exact request, as JSON or cURL. It never contains the key. */
export default function RequestPart({ current }: { current: Current }) {
  const [format, setFormat] = useState<RequestFormat>('JSON')
  const rules = useRules()
  const store = useFormStore()
  const settled = useSettledForm(updateDelayMs)
  const toText = (values: FormValues) => {
    const formRequest = validateForm(values).request
    const request = rules?.request(formRequest) ?? formRequest
    return format === 'JSON' ? JSON.stringify(request, null, 2) : createCurl(request, current)
  }
  return (
    <>
      <Group justify="space-between">
        <SegmentedControl
          aria-label="Request as"
          data={['JSON', 'cURL']}
          value={format}
          onChange={setFormat}
        />
        <CopyIcon text={() => toText(store.get())} label={`Copy request as ${format}`} />
      </Group>
      <Code text={toText(settled)} label={`Request as ${format}`} />
    </>
  )
}

function createCurl(request: GenerateRequest, { profile, environment }: Current): string {
  return toCurl(request, profile.baseUrl, profile.environmentValues[environment])
}
