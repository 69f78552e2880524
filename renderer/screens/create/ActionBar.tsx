import { Anchor, Box } from '@mantine/core'
import { CircleAlert, CloudOff, FileCheck2 } from 'lucide-react'
import { SendBar, StatusLine } from '../../features/linkForm/SendBar.tsx'
import { isBlank } from '../../link/draft.ts'
import { hasNoAddress } from '../../link/form.ts'
import { useRules } from '../../link/FormChecks.tsx'
import { hostState } from '../../api/hostState.ts'
import { useDerived } from '../../link/FormContext.tsx'
import { useHasUnreadableRules } from '../../link/useFormRules.ts'
import type { LinkFormControls } from '../../link/useLinkForm.ts'
import { KeyNames } from '../../session/KeyNames.tsx'
import { useSession } from '../../session/Session.tsx'
import { BottomBar } from '../../ui/BottomBar.tsx'
import type { DraftSession } from './draftSession.ts'
import { useSimilarLinks } from './SimilarPart.tsx'
import type { Submit } from './useSubmit.ts'

interface ActionBarProps {
  session: DraftSession
  form: LinkFormControls
  submit: Submit
  showSimilar: () => void
  send: () => void
}

/** Shows the create button and the form's status. It is always in view. */
export function ActionBar({ session, form, submit, showSimilar, send }: ActionBarProps) {
  const isProduction = useSession().current.environment === 'production'
  return (
    <BottomBar gap="sm" wrap={{ base: 'wrap', xs: 'nowrap' }} px="var(--gutter)" py={10}>
      <SendBar
        label={isProduction ? 'Create in production' : 'Create link'}
        isSending={submit.status.state === 'sending' || form.isChecking}
        cancel={submit.cancel}
        showError={form.showError}
        send={send}
        status={<FormStatus session={session} />}
      >
        <SimilarOrShortcut showSimilar={showSimilar} />
      </SendBar>
    </BottomBar>
  )
}

/** Shows what the link lacks, and the state of the draft. */
function FormStatus({ session }: Pick<ActionBarProps, 'session'>) {
  const noAddress = useNoAddressWarning()
  const hasUnreadableRules = useHasUnreadableRules(useSession().current.profile.id)
  return (
    <>
      {[noAddress, hasUnreadableRules && unreadableRules].map(
        (warning) =>
          warning && (
            <StatusLine key={warning} c="var(--warn-text)">
              <CircleAlert size={15} /> {warning}
            </StatusLine>
          ),
      )}
      <DraftLine session={session} />
    </>
  )
}

const unreadableRules = 'This profile’s rules can’t be read, and aren’t applied'

/** Returns a warning sentence if a form with input has no address; otherwise `null`. */
function useNoAddressWarning(): string | null {
  const isMissing = useDerived((values) => hasNoAddress(values) && !isBlank(values))
  const { defaults } = useSession().current.profile
  if (!isMissing) return null
  return defaults === 'ours'
    ? 'No address yet. Visitors will see only the title'
    : 'No address yet. The service will decide where visitors go'
}

// A separate component, because it changes several times a second while typing.
function DraftLine({ session }: { session: DraftSession }) {
  const state = session.state.use()
  const hasRequired = useRules()?.hasRequired ?? false
  const isAnswering = hostState.use() === 'answering'
  if (state === 'failed') {
    if (!isAnswering) return <StatusLine>Draft kept in this window</StatusLine>
    return (
      <StatusLine c="var(--bad-text)">
        <CloudOff size={15} /> <span role="status">The draft couldn’t be saved</span>
      </StatusLine>
    )
  }
  if (state === 'untouched') return hasRequired && <StatusLine>Some fields are required</StatusLine>
  return (
    <StatusLine>
      <FileCheck2 size={15} /> {state === 'saved' ? 'Draft saved' : 'Saving draft…'}
    </StatusLine>
  )
}

/** There is room for one of the two, and the shortcut is known by the second link. */
function SimilarOrShortcut({ showSimilar }: Pick<ActionBarProps, 'showSimilar'>) {
  const similar = useSimilarLinks().data ?? []
  const { length } = similar
  const author = similar.find(({ added }) => added)?.author
  if (length > 0) {
    return (
      <Anchor component="button" type="button" underline="always" fz="sm" fw={550} onClick={showSimilar}>
        {length === 1 ? '1 similar link' : `${length} similar links`}
        {author && `, made by ${author}`}
      </Anchor>
    )
  }
  return (
    <Box component="span" visibleFrom="xs" flex="none" aria-hidden>
      <KeyNames keys={[['Mod', 'Enter']]} />
    </Box>
  )
}
