import { Button, FileButton, Textarea } from '@mantine/core'
import { ClipboardPaste, FileUp } from 'lucide-react'
import { useState } from 'react'
import { useDroppedFile } from '../../../ui/useDroppedFile.ts'
import { TemplateFile } from './TemplateFile.tsx'
import { usePastedTable } from './usePastedTable.ts'
import styles from './create.module.css'

interface TableSourceProps {
  takeFile: (file: File) => void
  takePasted: (text: string, html: string) => void
}

/** A table: pasted anywhere on the page, dropped, chosen, or typed. */
export function TableSource({ takeFile, takePasted }: TableSourceProps) {
  const [text, setText] = useState('')
  const over = useDroppedFile((file) => file && takeFile(file))
  usePastedTable(takePasted)
  const submit = (event: React.SyntheticEvent) => {
    event.preventDefault()
    if (text.trim() !== '') takePasted(text, '')
  }
  return (
    <section className={styles['table']} data-over={over || undefined} aria-labelledby="bulk-table">
      <ClipboardPaste size={24} aria-hidden />
      <h2 id="bulk-table">Paste your rows</h2>
      <p>
        Copy them in Excel, Google Sheets, Numbers or LibreOffice, with the row of column names, and press{' '}
        <kbd>{isMac ? '⌘V' : 'Ctrl V'}</kbd> here. Or drop a file.
      </p>
      <div className={styles['buttons']}>
        <FileButton onChange={(file) => file && takeFile(file)} accept=".csv,.tsv,.txt,.xlsx,.ods,.json">
          {(props) => (
            <Button {...props} variant="default" leftSection={<FileUp size={15} aria-hidden />}>
              Choose a file
            </Button>
          )}
        </FileButton>
        <TemplateFile />
      </div>
      <form className={styles['typed']} onSubmit={submit}>
        <Textarea
          label="Rows"
          description="The first row names the columns"
          placeholder={'Title\tDesktop\tCampaign\nSummer sale\thttps://shop.example.com/sale\tsummer'}
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
      </form>
    </section>
  )
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)
