import { Anchor, Group, Stack } from '@mantine/core'
import { Link } from 'wouter'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { CopyIcon } from '../../ui/CopyButton.tsx'
import { EnvironmentBadge } from '../../ui/Badge.tsx'
import { formatTime } from '../../ui/formatTime.ts'
import { PanelList } from '../../ui/PanelPart.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { linkTitle } from '../../features/record/linkTitle.ts'
import { useSimilar } from '../../api/suggestions.ts'
import { toRequest } from '../../link/form.ts'
import { useSettledForm } from '../../link/FormContext.tsx'
import { PreviewPart } from './PreviewPart.tsx'
import { QuietText } from '../../ui/variants.ts'

/** Delay in milliseconds, so that duplicates are not searched on every keystroke. */
const searchDelayMs = 400

/** Searches library links with the same destinations and app data, which may make a new one unnecessary. */
export function useSimilarLinks() {
  return useSimilar(toRequest(useSettledForm(searchDelayMs)))
}

/** Lists links that this one would duplicate. */
export function SimilarPart() {
  const { data: records, error } = useSimilarLinks()
  return (
    <PreviewPart view="similar" title="Similar" note="Same addresses and app data">
      {error && <ProblemView problem={error.problem} />}
      {records?.length === 0 && <QuietText>You have no other link like this.</QuietText>}
      {records && records.length > 0 && (
        <PanelList>
          {records.map((record) => (
            <Similar key={record.id} record={record} />
          ))}
        </PanelList>
      )}
    </PreviewPart>
  )
}

function Similar({ record }: { record: LinkRecord }) {
  return (
    <li>
      <Group gap="xs" wrap="nowrap">
        <Stack component="span" gap={0} flex={1} miw={0}>
          <Anchor component={Link} href={`/links/${record.id}`} c="var(--text)" fz="sm" fw={550} truncate>
            {linkTitle(record)}
          </Anchor>
          <QuietText span fz="xs" truncate>
            {record.link ?? 'Not certain whether it was created'}
          </QuietText>
          <QuietText span fz="xs">
            {record.added && record.author
              ? `Made with the key “${record.author}” on ${formatTime(record.createdAt)}`
              : formatTime(record.createdAt)}
          </QuietText>
        </Stack>
        <EnvironmentBadge environment={record.environment} />
        {record.link !== null && <CopyIcon text={record.link} label={`Copy ${record.link}`} />}
      </Group>
    </li>
  )
}
