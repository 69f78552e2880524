import { Group, Stack, Text } from '@mantine/core'
import { BookmarkPlus, CopyPlus } from 'lucide-react'
import { ActionButton } from '../../ui/ActionButton.tsx'
import type { LookupContext } from '../../../contract/app/window/windowPath.ts'
import type { RedirectRules } from '../../../contract/service/redirect/engine.ts'
import { QrButton } from '../../features/qr/QrButton.tsx'
import { OpenLink } from '../../features/record/OpenLink.tsx'
import { formFromLink, formFromRecord } from '../../link/formFrom.ts'
import { useStartCopy } from '../../link/useStartCopy.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Elapsed } from '../../ui/Elapsed.tsx'
import { showToast } from '../../ui/toast.ts'
import { describeLink } from '../../features/simulator/sentence.ts'
import { useAddLink } from '../../api/library.ts'
import { showProblem } from '../../api/offerUndo.ts'
import type { ShownLink } from './shownLink.ts'

interface ResultHeadProps {
  found: ShownLink
  rules: RedirectRules
  address: string
  profileId: string | null
  /** The profile and environment in which the link was looked up. */
  context: LookupContext
}

/** Shows the summary sentence and the link's actions. */
export function ResultHead({ found, rules, address, profileId, context }: ResultHeadProps) {
  const { link, record, defaults } = found
  const isUrl = /^https?:\/\//i.test(address)
  const startCopy = useStartCopy()
  const duplicate = () =>
    startCopy(record ?? context, record?.request ? formFromRecord(record) : formFromLink(link))
  return (
    <Stack component="header" gap={10} align="flex-start">
      <Text
        maw="var(--measure)"
        fz={18}
        fw={500}
        lh={1.45}
        lts="-0.005em"
        style={{ overflowWrap: 'anywhere' }}
        role="status"
        {...(!rules.active && { c: 'var(--bad-text)' })}
      >
        {describeLink(link, rules, defaults)}
      </Text>
      <Group gap="xs">
        <CopyButton text={address} label="Copy link" />
        {isUrl && profileId !== null && <QrButton link={address} profileId={profileId} />}
        {isUrl && <OpenLink link={address} profileId={profileId} />}
        <ActionButton icon={CopyPlus} onClick={duplicate}>
          Duplicate as new
        </ActionButton>
        {!record && profileId !== null && <AddToLibrary path={found.path} context={context} />}
      </Group>
    </Stack>
  )
}

/** Adds a link created elsewhere to the library. */
function AddToLibrary({ path, context }: { path: string; context: LookupContext }) {
  const add = useAddLink()
  const begin = () =>
    // Callbacks of `mutate` are not called once another screen is open.
    void add
      .mutateAsync({ ...context, path })
      .then(() => showToast({ role: 'status', message: 'Added to your library' }), showProblem)
  return (
    <>
      <ActionButton loading={add.isPending} icon={BookmarkPlus} onClick={begin}>
        Add to library
      </ActionButton>
      {add.isPending && <Elapsed cancel={add.cancel} />}
    </>
  )
}
