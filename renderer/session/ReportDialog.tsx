import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { Save, Trash2 } from 'lucide-react'
import { ActionButton } from '../ui/ActionButton.tsx'
import type { TextFile } from '../../contract/app/tables/textFile.ts'
import { Code } from '../ui/Code.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { saveFile } from '../ui/saveFile.ts'

export interface ReportDialogProps {
  title: string
  report: TextFile
  forget: () => void
  close: () => void
}

/** Shows the whole error report, so that the user sees what it contains before sending or deleting it. */
export function ReportDialog({ title, report, forget, close }: ReportDialogProps) {
  return (
    <Modal opened onClose={close} size={720} title={title}>
      <Stack gap={14}>
        <Text c="dimmed">
          This is the complete report. Nothing is sent unless you send it yourself. Deleting the report also
          deletes errors.log in the data folder.
        </Text>
        <Code text={report.text.trimEnd()} label="Report" tall />
        <Group gap="xs">
          <Button leftSection={<Save size={15} />} onClick={() => saveFile(report)}>
            Save report
          </Button>
          <CopyButton text={report.text} label="Copy report" variant="default" />
          <ActionButton variant="subtle" color="red" ml="auto" icon={Trash2} onClick={forget}>
            Delete report
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  )
}
