import { Anchor, Box, Button, Flex, Kbd, Stack } from '@mantine/core'
import { CircleAlert, CloudOff, FileCheck2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Environment } from '../../../contract/service/api/headers.ts'
import { useErrorCount, useRules } from '../../link/FormChecks.tsx'
import { useDerived } from '../../link/FormContext.tsx'
import { isBlank } from '../../link/draft.ts'
import { hasNoAddress } from '../../link/form.ts'
import { useHasUnreadableRules } from '../../link/useFormRules.ts'
import { useSession } from '../../session/Session.tsx'
import type { DraftSession } from './draftSession.ts'
import { useDraftState } from './useDraftSession.ts'
import { useSimilarLinks } from './useSimilarLinks.ts'
import { Elapsed } from '../../ui/Elapsed.tsx'
import styles from './create.module.css'

interface ActionBarProps {
  session: DraftSession
  environment: Environment
  sending: boolean
  showError: () => void
  showSimilar: () => void
  /** Stops waiting for the service. */
  cancel: () => void
  send: () => void
}

/** Shows the create button and the form's status. It is always in view. */
export function ActionBar({
  session,
  environment,
  sending,
  showError,
  showSimilar,
  cancel,
  send,
}: ActionBarProps) {
  const production = environment === 'production'
  return (
    <Flex
      className={styles['bar']}
      gap="sm"
      align="center"
      wrap={{ base: 'wrap', xs: 'nowrap' }}
      px="var(--gutter)"
      py={10}
    >
      {/* As high as its two lines, so that nothing moves when one of them goes. */}
      <Stack gap={0} justify="center" flex={1} mih={40} miw={0}>
        {sending ? (
          <>
            <Line>
              <span role="status">Waiting for the service</span>
            </Line>
            <Elapsed cancel={cancel} />
          </>
        ) : (
          <FormStatus session={session} showError={showError} />
        )}
      </Stack>
      <SimilarOrShortcut showSimilar={showSimilar} />
      <Button
        flex="none"
        color={production ? 'amber' : 'ink'}
        loading={sending}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        onClick={send}
      >
        {production ? 'Create in production' : 'Create link'}
      </Button>
    </Flex>
  )
}

/** A line of the form's status. */
function Line({ c = 'dimmed', children }: { c?: string; children: ReactNode }) {
  return (
    <Flex component="span" gap={6} align="center" miw={0} c={c} fz="sm">
      {children}
    </Flex>
  )
}

/** Shows blocking errors, or else a missing address and the state of the draft. */
function FormStatus({ session, showError }: Pick<ActionBarProps, 'session' | 'showError'>) {
  const errors = useErrorCount()
  const noAddress = useNoAddressWarning()
  const hasUnreadableRules = useHasUnreadableRules(useSession().current.profile.id)
  if (errors > 0) {
    return (
      <Anchor component="button" type="button" c="var(--bad-text)" fz="sm" ta="left" onClick={showError}>
        <Line c="inherit">
          <CircleAlert size={15} aria-hidden />
          {errors === 1 ? '1 field has an error' : `${errors} fields have errors`}
        </Line>
      </Anchor>
    )
  }
  return (
    <>
      {[noAddress, hasUnreadableRules && unreadableRules].map(
        (warning) =>
          warning && (
            <Line key={warning} c="var(--warn-text)">
              <CircleAlert size={15} aria-hidden /> {warning}
            </Line>
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
  const state = useDraftState(session)
  const hasRequired = useRules()?.hasRequired ?? false
  if (state === 'failed') {
    return (
      <Line c="var(--bad-text)">
        <CloudOff size={15} aria-hidden /> <span role="status">The draft couldn’t be saved</span>
      </Line>
    )
  }
  if (state === 'untouched') return hasRequired && <Line>Some fields are required</Line>
  return (
    <Line>
      <FileCheck2 size={15} aria-hidden /> {state === 'saved' ? 'Draft saved' : 'Saving draft…'}
    </Line>
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
      <Kbd size="xs">{modifierKey()}</Kbd> <Kbd size="xs">Enter</Kbd>
    </Box>
  )
}

function modifierKey(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
}
