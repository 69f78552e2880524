import { Box, Button, Group, Progress as Bar } from '@mantine/core'
import { useLocation } from 'wouter'
import type { CallOutput } from '../../../../contract/app/calls/calls.ts'
import { linkText } from '../../../../contract/service/address/linkAddress.ts'
import { findPath, type LookupContext } from '../../../../contract/app/window/windowPath.ts'
import { formatForClipboard } from '../../../../contract/app/tables/spreadsheet.ts'
import type { ProfileName } from '../../../session/useProfileName.ts'
import { CopyAction } from '../../../ui/CopyButton.tsx'
import { formatTime, formatTimeToday } from '../../../ui/formatTime.ts'
import { copyText } from '../../../ui/copyText.ts'
import { Elapsed } from '../../../ui/Elapsed.tsx'
import { ProblemView } from '../../../ui/problem/ProblemView.tsx'
import { useCsvDelimiter } from '../../../session/csvDelimiter.ts'
import { SaveTableButton } from '../../../ui/saveTable/SaveTableButton.tsx'
import { saveTable } from '../../../ui/saveTable/saveTable.ts'
import { useRenderAtEnd } from '../../../link/useRenderAtEnd.ts'
import { useCallMutation } from '../../../api/useCall.ts'
import { countsText, isRetryable, isSettled, problemOf, shownLink, toTable } from './rows.ts'
import { QuietText, SmallButton } from '../../../ui/variants.ts'

interface ProgressProps {
  now: CallOutput<'lookups.open'>
  context: LookupContext
  nameOf: ProfileName
}

/** Shows the progress of the lookups, their results, and actions for all. */
export function Progress({ now, context, nameOf }: ProgressProps) {
  const { lookups, phase, problem, startedAt } = now
  const cancel = useCallMutation('jobs.cancel')
  useRenderAtEnd(lookups.map(shownLink))
  const settledCount = lookups.filter(isSettled).length
  return (
    <>
      <Group gap="4px 10px">
        <Box component="h2" fz={18}>
          {lookups.length} links
        </Box>
        <QuietText textWrap="pretty" role="status">
          {phase === 'running' ? '' : countsText(lookups, nameOf)}
        </QuietText>
        {now.endedAt !== null && phase !== 'running' && lookups.some(({ result }) => result !== null) && (
          <QuietText title={formatTime(now.endedAt)}>Looked up: {formatTimeToday(now.endedAt)}</QuietText>
        )}
      </Group>
      <OmittedLinks omitted={now.omitted} lookedUp={lookups.length} />
      {phase === 'running' && (
        <Group gap="8px 16px">
          <Bar value={(settledCount / lookups.length) * 100} aria-label="Looking up the links" w="100%" />
          <QuietText flex="1 1 0" textWrap="pretty">
            {settledCount} of {lookups.length} looked up
            {now.isHeld ? ', waiting because the service asked to slow down' : ''}. This continues while you
            use other screens.
          </QuietText>
          <Elapsed since={startedAt} />
          <SmallButton loading={cancel.isPending} onClick={() => cancel.mutate({ id: now.job })}>
            Cancel
          </SmallButton>
        </Group>
      )}
      {phase === 'stopped' && problem && <ProblemView problem={problem} outcome="The lookup has stopped." />}
      <Actions now={now} context={context} nameOf={nameOf} />
    </>
  )
}

type OmittedProps = Pick<CallOutput<'lookups.open'>, 'omitted'> & { lookedUp: number }

function OmittedLinks({ omitted: { more, cut }, lookedUp }: OmittedProps) {
  if (more === 0 && !cut) return null
  return (
    <QuietText textWrap="pretty">
      {more > 0
        ? `The text contains ${more.toLocaleString('en')} more. Find looks up the first ${lookedUp}. Paste the rest once these are done.`
        : 'The text was too long to read completely. Paste the rest once these are done.'}
    </QuietText>
  )
}

/** Shows actions for the whole table. */
function Actions({ now, context, nameOf }: ProgressProps) {
  const [, go] = useLocation()
  const resume = useCallMutation('lookups.resume')
  const { lookups, phase } = now
  const delimiter = useCsvDelimiter()
  const missing = lookups.filter(
    (lookup) =>
      !lookup.inNeither &&
      lookup.context?.environment === context.environment &&
      problemOf(lookup)?.code === 'link_not_found',
  )
  const open = lookups.filter((lookup) => !isSettled(lookup) || isRetryable(lookup))
  const otherName = context.environment === 'production' ? 'development' : 'production'
  const lookInOther = () =>
    go(findPath(missing.map(({ link }) => linkText(link)).join('\n'), { ...context, environment: otherName }))
  const table = () => toTable(lookups, nameOf)
  return (
    <Group gap="xs">
      {phase !== 'running' && (
        <Button
          size="xs"
          variant={open.length > 0 ? 'filled' : 'default'}
          loading={resume.isPending}
          onClick={() => resume.mutate({ job: now.job })}
        >
          {retryLabel(open.length)}
        </Button>
      )}
      <CopyAction
        copy={() => copyText(formatForClipboard(table()))}
        label="Copy table"
        size="xs"
        variant="default"
      />
      <SaveTableButton
        label="Save table"
        size="xs"
        save={(form) => saveTable('links', form, table(), delimiter)}
      />
      {phase !== 'running' && missing.length > 0 && (
        <SmallButton onClick={lookInOther}>
          Look in {otherName} for the {missing.length === 1 ? 'one' : missing.length} not found
        </SmallButton>
      )}
    </Group>
  )
}

function retryLabel(count: number): string {
  if (count === 0) return 'Look up all again'
  return count === 1 ? 'Look up the other one' : `Look up the other ${count}`
}
