import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Download, WandSparkles } from 'lucide-react'
import type { PathCounts, Run } from '../../../../contract/app/runs/run.ts'
import { useRunFile } from '../../../api/runs.ts'
import { runPath } from '../../../session/routes.ts'
import { useCsvDelimiter } from '../../../session/csvDelimiter.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { formatCount, formatNumber } from '../../../ui/formatCount.ts'
import { useCellChange } from './useCellChange.ts'
import { QuietText, SmallButton } from '../../../ui/variants.ts'

/** What becomes of the rows, in the order shown. */
const kinds: readonly { kind: keyof PathCounts['rows']; one: string; many: string; isBad?: true }[] = [
  { kind: 'ready', one: 'keeps its path', many: 'keep their paths' },
  { kind: 'withoutPath', one: 'gets a new path', many: 'get new paths' },
  { kind: 'known', one: 'is in your library', many: 'are in your library' },
  { kind: 'atService', one: 'is at the service already', many: 'are at the service already' },
  { kind: 'taken', one: 'has a path of another link', many: 'have paths of other links', isBad: true },
  {
    kind: 'repeated',
    one: 'has the path of an earlier row',
    many: 'have the path of an earlier row',
    isBad: true,
  },
  { kind: 'refused', one: 'can’t keep its path', many: 'can’t keep their paths', isBad: true },
  { kind: 'faulty', one: 'has another error', many: 'have other errors', isBad: true },
  { kind: 'skipped', one: 'is left out', many: 'are left out' },
]

/** Returns the kinds that rows have. A path that the service wasn't asked about is neither free nor taken. */
function shownKinds({ rows, unchecked }: PathCounts) {
  return kinds
    .map((kind) => ({ ...kind, count: rows[kind.kind] - (kind.kind === 'ready' ? unchecked : 0) }))
    .filter(({ count }) => count > 0)
}

/** Shows what moving links in would do before anything is sent, and asks what to do with taken paths. */
export function MovePanel({ run, counts }: { run: Run; counts: PathCounts }) {
  const { rows } = counts
  const parts = run.source.move?.parts ?? []
  const conflicts = rows.taken + rows.repeated
  return (
    <Stack component="section" aria-label="Moving in" gap={6} px="var(--gutter)" pb={8} flex="none">
      <Text size="sm" fw={550} role="status">
        {headline(run, counts)}
      </Text>
      <Group gap="2px 18px">
        {shownKinds(counts).map(({ kind, one, many, isBad, count }) => (
          <Text key={kind} size="sm" c={isBad ? 'var(--bad-text)' : 'dimmed'}>
            <strong>{formatNumber(count)}</strong> {count === 1 ? one : many}
          </Text>
        ))}
      </Group>
      {conflicts > 0 && <Conflicts run={run} count={conflicts} />}
      {parts.length > 1 && (
        <QuietText>
          The file has more links than one run can have. Its {formatNumber(parts.length)} runs start one after
          another:{' '}
          {parts.map((part, index) => (
            <Anchor key={part} href={`#${runPath(part, 'check')}`} size="sm" mr={8}>
              {formatNumber(index + 1)}
            </Anchor>
          ))}
        </QuietText>
      )}
    </Stack>
  )
}

function headline({ checked }: Run, { rows, unchecked }: PathCounts): string {
  const moving = rows.ready + rows.withoutPath
  if (!checked) return 'Checking what would move in…'
  if (moving === 0) return 'Nothing to move in.'
  const links = formatCount(moving, 'link')
  if (unchecked === 0) return `${links} would move in. Nothing was sent yet.`
  return `Up to ${links} would move in: ${formatCount(unchecked, 'path isn’t', 'paths aren’t')} checked yet. Nothing was sent yet.`
}

/** One choice for all rows whose path is taken: a number after it, or no link. */
function Conflicts({ run, count }: { run: Run; count: number }) {
  const fix = useCellChange(run.id, {
    describe: (changed) => `${formatCount(changed, 'path')} changed`,
  })
  const leaveOut = useCellChange(run.id, {
    describe: (changed) => `${formatCount(changed, 'row')} left out`,
  })
  const file = useRunFile().results
  const delimiter = useCsvDelimiter()
  const save = () => file.mutate({ id: run.id, what: 'conflicts', format: 'csv', delimiter })
  return (
    <Group gap="xs">
      <ActionButton
        size="xs"
        icon={WandSparkles}
        loading={fix.isPending}
        onClick={() => fix.mutate({ id: run.id, what: 'paths' })}
      >
        Add -2, -3… to {formatCount(count, 'taken path')}
      </ActionButton>
      <SmallButton
        loading={leaveOut.isPending}
        onClick={() => leaveOut.mutate({ id: run.id, what: 'leaveOut' })}
      >
        Leave {formatCount(count, 'row')} out
      </SmallButton>
      <ActionButton size="xs" icon={Download} loading={file.isPending} onClick={save}>
        Save the list (CSV)
      </ActionButton>
      <QuietText fz="xs">A printed code with such a path leads to the link that has it.</QuietText>
    </Group>
  )
}
