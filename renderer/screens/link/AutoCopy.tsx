import { Checkbox, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { copyText } from '../../ui/copyText.ts'
import { useSetPreferences } from '../../api/app.ts'
import { consumeJustCreated } from '../../api/links.ts'
import { useSession } from '../../session/Session.tsx'

/** Copies a new link to the clipboard if the setting is on, and offers the setting. */
export function AutoCopy({ record }: { record: LinkRecord }) {
  const { state } = useSession()
  const set = useSetPreferences()
  const message = useAutoCopy(record, state.copyAtOnce)
  return (
    <Group gap="4px 12px" c="dimmed" fz="sm">
      <Checkbox
        label="Copy new links automatically"
        checked={state.copyAtOnce}
        onChange={(event) => set({ copyAtOnce: event.currentTarget.checked })}
      />
      <span role="status">{message}</span>
    </Group>
  )
}

const copyTexts = { yes: 'Copied to the clipboard.', no: 'The link couldn’t be copied.' }

/**
 * Copies the link once if it was just created in this window: viewing an old link must not change the clipboard.
 * Returns the result as a sentence; empty if there was nothing to copy.
 */
function useAutoCopy({ id, link }: LinkRecord, enabled: boolean): string {
  const client = useQueryClient()
  const [message, setMessage] = useState('')
  useEffect(() => {
    if (!consumeJustCreated(client, id) || !enabled || link === null) return
    void copyText(link).then((copied) => setMessage(copied ? copyTexts.yes : copyTexts.no))
  }, [client, id, link, enabled])
  return message
}
