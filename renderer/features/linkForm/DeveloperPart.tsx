import { Group, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useSetPreferences } from '../../api/app.ts'
import { toCurl } from '../../link/curl.ts'
import { toRequest, type FormValues } from '../../link/form.ts'
import { useRules } from '../../link/FormChecks.tsx'
import { useFormStore, useSettledForm } from '../../link/FormContext.tsx'
import { useSession } from '../../session/Session.tsx'
import { Code } from '../../ui/Code.tsx'
import { CopyIcon } from '../../ui/CopyButton.tsx'
import { Folded } from './FormSections.tsx'

/** Shows what only developers need. Whether it is open is remembered, and other screens follow it. */
export function DeveloperPart() {
  const { developer } = useSession().state
  const set = useSetPreferences()
  return (
    <Folded
      title="Developer"
      summary="Request as JSON or cURL"
      opened={developer}
      toggle={() => set({ developer: !developer })}
    >
      <Request />
    </Folded>
  )
}

type RequestFormat = 'JSON' | 'cURL'

/** Update delay in milliseconds. A 32 KiB line takes 10 ms to lay out, too slow for every keystroke. */
const updateDelayMs = 150

/** Shows the exact request, as JSON or cURL. It never contains the key. */
function Request() {
  const { profile, environment } = useSession().current
  const [format, setFormat] = useState<RequestFormat>('JSON')
  const rules = useRules()
  const store = useFormStore()
  const settled = useSettledForm(updateDelayMs)
  const toText = (values: FormValues) => {
    const formRequest = toRequest(values)
    const request = rules?.request(formRequest) ?? formRequest
    return format === 'JSON'
      ? JSON.stringify(request, null, 2)
      : toCurl(request, profile.baseUrl, profile.environmentValues[environment])
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
