import { Box, Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { BackupPreview, ListedBackup } from '../../../../contract/app/calls/app/backups.ts'
import { DialogButtons } from '../../../ui/forms/DialogForm.tsx'
import { PanelList } from '../../../ui/PanelPart.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { ProblemView } from '../../../ui/problem/ProblemView.tsx'
import { showToast } from '../../../ui/toast.ts'
import { formatTime } from '../../../ui/formatTime.ts'
import { useCall, useCallMutation } from '../../../api/useCall.ts'
import { formatCount } from '../../../ui/formatCount.ts'
import { QuietText } from '../../../ui/variants.ts'

interface RestoreDialogProps {
  backup: ListedBackup
  close: () => void
}

/** Shows what a backup would add, before anything is added. */
export function RestoreDialog({ backup: { name, madeAt }, close }: RestoreDialogProps) {
  const preview = useCall('backups.preview', { backup: name }, { staleTime: 0, gcTime: 0 })
  return (
    <Modal opened onClose={close} size={720} title={`Backup of ${formatTime(madeAt)}`}>
      <Stack gap={14}>
        {preview.isPending && <Loading label="Comparing the backup with your library" />}
        {preview.error && <ProblemView problem={preview.error.problem} />}
        {preview.data && <Preview name={name} preview={preview.data} close={close} />}
      </Stack>
    </Modal>
  )
}

interface PreviewProps {
  name: string
  preview: BackupPreview
  close: () => void
}

function Preview({ name, preview, close }: PreviewProps) {
  const { links, drafts, presets, views, runs, rules } = preview
  const adds = formatCounts([
    [links, 'link'],
    [drafts, 'draft'],
    [presets, 'preset'],
    [views, 'saved view'],
    [runs, 'bulk run'],
    [rules, 'profile’s tracking rules', 'profiles’ tracking rules'],
  ])
  const restore = useCallMutation('backups.restore', {
    // Passed to the mutation itself, so that the toast is shown even if the dialog was closed meanwhile.
    onSuccess: ({ links: added }) =>
      showToast({
        message: added < links ? partlyRestoredText(added, links) : `${adds} restored`,
        role: 'status',
      }),
  })
  const isPending = restore.isPending
  return (
    <>
      {adds === '' ? (
        <p>Everything in this backup is already in your library.</p>
      ) : (
        <p>
          Restoring adds <strong>{adds}</strong>. Nothing in your library is changed or removed.
        </p>
      )}
      <NewestLinks preview={preview} />
      {restore.error && <ProblemView problem={restore.error.problem} />}
      {isPending && (
        <QuietText>Restoring continues if you close this, and you can cancel it below.</QuietText>
      )}
      <DialogButtons cancel={close} cancelLabel={isPending || adds === '' ? 'Close' : 'Cancel'}>
        {adds !== '' && (
          <Button loading={isPending} onClick={() => restore.mutate({ backup: name }, { onSuccess: close })}>
            Restore {adds}
          </Button>
        )}
      </DialogButtons>
    </>
  )
}

/** Previews the newest links that would be added. */
function NewestLinks({ preview: { newest, links } }: { preview: BackupPreview }) {
  if (links === 0) return null
  return (
    // A scrollable region must be focusable, so that the keyboard can scroll it.
    <Box
      mah="42vh"
      style={{ overflow: 'auto', overflowWrap: 'anywhere' }}
      tabIndex={0}
      role="region"
      aria-label="Links that would be added"
    >
      <PanelList>
        {newest.map(({ id, title, link, createdAt }) => (
          <li key={id}>
            <Group justify="space-between" wrap="nowrap" gap="sm">
              <Text inherit fw={550}>
                {title ?? 'Untitled'}
              </Text>
              <QuietText component="time" flex="none" dateTime={createdAt}>
                {formatTime(createdAt)}
              </QuietText>
            </Group>
            <QuietText component="code">{link ?? 'Not created, or unknown'}</QuietText>
          </li>
        ))}
      </PanelList>
      {links > newest.length && (
        <QuietText p="9px 12px">And {formatCount(links - newest.length, 'older link')}.</QuietText>
      )}
    </Box>
  )
}

/** Summarizes a restore that was cancelled before all missing links were added. */
function partlyRestoredText(added: number, missing: number): string {
  return `${added.toLocaleString()} of ${formatCount(missing, 'link')} restored. Restore again to add the rest.`
}

/** Lists counts and omits zeros: `3 links, 1 draft and 2 presets`. */
function formatCounts(counts: readonly (readonly [count: number, one: string, many?: string])[]): string {
  const parts = counts.filter(([count]) => count > 0).map((counted) => formatCount(...counted))
  return new Intl.ListFormat('en-GB').format(parts)
}
