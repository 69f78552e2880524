import { Box, Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { useState, type SyntheticEvent } from 'react'
import { Link } from 'wouter'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { eraseWord } from '../../../contract/app/calls/app/app.ts'
import { clearPageStorage } from '../../api/token.ts'
import { useSession } from '../../session/Session.tsx'
import { PanelText } from '../../ui/PanelPart.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { useCallMutation } from '../../api/useCall.ts'

/** Resets the app to its initial state, after confirmation. */
export function EraseEverything({ restart = reloadWindow }: { restart?: () => void }) {
  const [opened, setOpened] = useState(false)
  return (
    <Stack gap={14} align="flex-start">
      <PanelText>
        Deletes your links, backups, profiles and keys. Linkwright then starts as if newly installed.
      </PanelText>
      <ActionButton variant="light" color="red" icon={Trash2} onClick={() => setOpened(true)}>
        Erase everything…
      </ActionButton>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        size={560}
        title="Erase everything on this computer?"
      >
        <Question restart={restart} close={() => setOpened(false)} />
      </Modal>
    </Stack>
  )
}

function Question({ restart, close }: { restart: () => void; close: () => void }) {
  const [typed, setTyped] = useState('')
  const erase = useCallMutation('erase.all', { onSuccess: restart })
  const busy = erase.isPending || erase.isSuccess
  const confirmed = typed.trim().toUpperCase() === eraseWord
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (confirmed && !busy) erase.mutate({ word: eraseWord })
  }
  return (
    <Stack component="form" gap={14} align="flex-start" onSubmit={submit}>
      <ErasedItems />
      <p>
        This can’t be undone. If you may need your links again, export them first under{' '}
        <Link href="/links">Links</Link>.
      </p>
      <TextInput
        label={`Type ${eraseWord} to continue`}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        data-autofocus
      />
      {erase.error && <ProblemView problem={erase.error.problem} outcome="Nothing was erased." />}
      <Group gap="xs">
        <Button type="submit" color="red" disabled={!confirmed} loading={busy}>
          Erase everything
        </Button>
        <Button variant="default" onClick={close} disabled={busy}>
          Keep it
        </Button>
      </Group>
    </Stack>
  )
}

function ErasedItems() {
  const { keyStore } = useSession().state
  return (
    <>
      <p>This deletes:</p>
      <Box component="ul" pl={20} style={{ listStyle: 'disc' }}>
        <li>
          Every link in your library, with its notes and tags, and every draft, preset, saved view and bulk
          run
        </li>
        <li>All backups, and library files that were set aside</li>
        <li>
          Profiles, settings and QR styles, and the project keys
          {keyStore.kind === 'keychain' ? ` in ${keyStore.name}` : ''}
        </li>
        <li>The requests under Diagnostics, and the error log</li>
        <li>The service on this computer and its links, which stop working</li>
      </Box>
      <p>
        These stay in the data folder: files of other programs that were set aside, a standalone link service
        (in <code>service</code>), and browser data of the window (in <code>window</code>).
      </p>
      <p>Links at other services keep working, but Linkwright no longer lists them.</p>
    </>
  )
}

/** Clears the page's storage and reloads the window, as if it were opened for the first time. */
function reloadWindow(): void {
  clearPageStorage()
  history.replaceState(null, '', `${location.pathname}${location.search}#/`)
  location.reload()
}
