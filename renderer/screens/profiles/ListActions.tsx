import { Box, Group, Stack } from '@mantine/core'
import { Download, Mail, Plus, Upload } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { windowPaths } from '../../../contract/app/window/windowPath.ts'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { useCallMutation } from '../../api/useCall.ts'
import { readSmallFile } from '../../ui/readSmallFile.ts'
import { saveFile } from '../../ui/saveFile.ts'
import type { CallOutput } from '../../../contract/app/calls/calls.ts'
import { Callout } from '../../ui/Callout.tsx'
import { FileAction } from '../../ui/FileAction.tsx'

const quiet = { variant: 'subtle', color: 'gray', c: 'dimmed' } as const

/** Shows the list's actions: add a profile, paste an invitation, import and export. */
export function ListActions({ canExport }: { canExport: boolean }) {
  const [, go] = useLocation()
  const download = useCallMutation('profiles.export', { onSuccess: saveFile })
  const importing = useCallMutation('profiles.import')
  const problem = importing.error?.problem ?? download.error?.problem
  return (
    <>
      <Stack gap={6}>
        <ActionButton icon={Plus} onClick={() => go('/profiles/new')}>
          Add a service
        </ActionButton>
        <ActionButton icon={Mail} onClick={() => go(windowPaths.invitation)}>
          Paste an invitation
        </ActionButton>
        <Group gap={6} grow>
          <FileAction
            {...quiet}
            icon={Upload}
            accept=".json,application/json"
            take={(file) => void readSmallFile(file).then((text) => importing.mutate({ text }))}
          >
            Import
          </FileAction>
          {canExport && (
            <ActionButton {...quiet} icon={Download} onClick={() => download.mutate({})}>
              Export all
            </ActionButton>
          )}
        </Group>
      </Stack>
      {problem && <ProblemView problem={problem} />}
      {importing.data && <ImportReport report={importing.data} />}
    </>
  )
}

/** Shows the result of an import: the added profiles, and why others were skipped. */
function ImportReport({ report: { added, skipped } }: { report: CallOutput<'profiles.import'> }) {
  const count = added.length
  return (
    <Callout
      tone={count > 0 ? 'good' : 'warn'}
      role="status"
      title={count === 1 ? 'One profile was added' : `${count || 'No'} profiles were added`}
    >
      {count > 0 && <p>Exported files never contain keys. Enter one wherever it says “No key”.</p>}
      <Box component="ul" mt={6} pl={18} fz="sm" style={{ listStyle: 'disc' }}>
        {added.map(({ id, name }) => (
          <li key={id}>
            <Link href={`/profiles/${id}`}>{name}</Link>
          </li>
        ))}
        {skipped.map(({ name, why }, index) => (
          <li key={`${name} ${index}`}>
            <strong>{name}</strong> was skipped. {why}
          </li>
        ))}
      </Box>
    </Callout>
  )
}
