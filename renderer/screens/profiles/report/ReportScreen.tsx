import { Button, Group, Text, Textarea } from '@mantine/core'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { maxReportLength } from '../../../../contract/app/tables/limits.ts'
import { useCallMutation } from '../../../api/useCall.ts'
import type { SavedProfile } from '../../../session/currentProfile.ts'
import { FileAction } from '../../../ui/FileAction.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { ProblemView } from '../../../ui/problem/ProblemView.tsx'
import { useDroppedFile } from '../../../ui/useDroppedFile.ts'
import { ProfilePage } from '../../../session/ProfilePage.tsx'
import { OwnSources } from './OwnSources.tsx'
import { ReportResult } from './ReportResult.tsx'

/** Checks a report of Google Analytics with a profile's rules. The report is read once, and nothing of it is kept. */
export function ReportScreen({ profile }: { profile: SavedProfile }) {
  const audit = useCallMutation('rules.audit', { gcTime: 0 })
  const [text, setText] = useState('')
  const check = (report: string) => audit.mutate({ profileId: profile.id, text: report })
  // A longer file is refused, so one character more than the limit is enough.
  const open = async (file: File) => check(await file.slice(0, maxReportLength + 1).text())
  const isOver = useDroppedFile((file) => file && void open(file))
  return (
    <ProfilePage
      profile={profile}
      title="Check a Google Analytics report"
      parent="Tracking rules"
      href={`/profiles/${profile.id}/rules`}
    >
      <Text maw="var(--measure)" c="dimmed">
        In Google Analytics, open <em>Traffic acquisition</em>, choose <em>Session source / medium</em>, add{' '}
        <em>Session campaign</em> as a second column, and download it as CSV. Linkwright shows which rows
        break the rules of this profile or count as Unassigned, and the links that they come from. The report
        stays on this computer.
      </Text>
      <Textarea
        label="Report"
        description={isOver ? 'Drop the file anywhere' : 'Paste it, or drop the file here'}
        autosize
        minRows={3}
        maxRows={audit.data ? 3 : 8}
        spellCheck={false}
        maxLength={maxReportLength}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Group gap="xs">
        <Button loading={audit.isPending} disabled={text.trim() === ''} onClick={() => check(text)}>
          Check report
        </Button>
        <FileAction icon={FileUp} accept=".csv,.tsv,.txt,text/csv" take={(file) => void open(file)}>
          Choose a file…
        </FileAction>
      </Group>
      {audit.isPending && <Loading label="Checking the report" />}
      {audit.error && <ProblemView problem={audit.error.problem} />}
      {audit.data && <ReportResult audit={audit.data} />}
      <OwnSources />
    </ProfilePage>
  )
}
