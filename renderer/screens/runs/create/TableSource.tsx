import { Button, Group, Kbd, Menu, Stack, Text, Textarea } from '@mantine/core'
import { ClipboardPaste, Download, FileUp } from 'lucide-react'
import { useState } from 'react'
import { useRunFile } from '../../../api/runs.ts'
import { useCsvDelimiter } from '../../../session/csvDelimiter.ts'
import { isMac } from '../../../session/isMac.ts'
import { AskBeforeLeaving } from '../../../session/AskBeforeLeaving.tsx'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { FileAction } from '../../../ui/FileAction.tsx'
import { useGivenTable, type TableHandlers } from './useGivenTable.ts'
import styles from './create.module.css'

interface TableSourceProps extends TableHandlers {
  /** The first rows of an example table. */
  example: string
  /** Whether the user can download a table to fill in. */
  hasTemplate: boolean
}

/** Accepts a table that is pasted anywhere on the page, dropped, chosen as a file, or typed. */
export function TableSource({ example, hasTemplate, takeFile, takePasted }: TableSourceProps) {
  const [text, setText] = useState('')
  const over = useGivenTable({ takeFile, takePasted })
  const submit = (event: React.SyntheticEvent) => {
    event.preventDefault()
    if (text.trim() !== '') takePasted(text, '')
  }
  return (
    <Stack
      component="section"
      gap={12}
      align="center"
      p="28px var(--gutter) 20px"
      ta="center"
      bg="var(--sunken)"
      bd={over ? '1px solid var(--accent)' : '1px dashed var(--control-line)'}
      bdrs={12}
      aria-labelledby="bulk-table"
    >
      <ClipboardPaste size={24} color="var(--accent-text)" />
      <h2 id="bulk-table">Paste your rows</h2>
      <Text maw={480} c="dimmed">
        Copy them in Excel, Google Sheets, Numbers or LibreOffice, with the row of column names, and press{' '}
        <Kbd>{isMac() ? '⌘V' : 'Ctrl V'}</Kbd> here. Or drop a file
        {hasTemplate &&
          ', also one exported from Bitly, Dub, Firebase, Kutt, Rebrandly, Shlink, Short.io, Sink or YOURLS'}
        .
      </Text>
      <Group gap="xs">
        <FileAction icon={FileUp} accept=".csv,.tsv,.txt,.xlsx,.xls,.ods,.json" take={takeFile}>
          Choose a file
        </FileAction>
        {hasTemplate && <TemplateFile />}
      </Group>
      <Stack component="form" gap={10} w="100%" align="flex-end" ta="left" onSubmit={submit}>
        <AskBeforeLeaving isUnsaved={() => text.trim() !== ''} />
        <Textarea
          w="100%"
          classNames={{ input: styles['typed'] ?? '' }}
          label="Rows"
          description="The first row names the columns"
          placeholder={example}
          autosize
          minRows={3}
          maxRows={10}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {text.trim() !== '' && (
          <Button type="submit" size="xs">
            Continue
          </Button>
        )}
      </Stack>
    </Stack>
  )
}

/** Downloads a table to fill in, with an example row. */
function TemplateFile() {
  const { template } = useRunFile()
  const delimiter = useCsvDelimiter()
  const save = (format: 'csv' | 'xlsx') => template.mutate({ format, delimiter })
  return (
    <ActionMenu
      label="Get an empty table"
      icon={Download}
      variant="subtle"
      position="bottom"
      loading={template.isPending}
    >
      <Menu.Item onClick={() => save('xlsx')}>Excel, with an explanation</Menu.Item>
      <Menu.Item onClick={() => save('csv')}>CSV</Menu.Item>
    </ActionMenu>
  )
}
