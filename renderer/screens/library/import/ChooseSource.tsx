import { Button, FileButton, Flex, Stack, Textarea } from '@mantine/core'
import { FileUp } from 'lucide-react'
import type { Problem } from '../../../../contract/app/problems/problem.ts'
import { Fold } from '../../../ui/Fold.tsx'
import { ProblemView } from '../../../ui/problem/ProblemView.tsx'
import { useDroppedFile } from '../../../ui/useDroppedFile.ts'
import type { Source } from './useImport.ts'
import { QuietText } from '../../../ui/variants.ts'

interface ChooseSourceProps {
  problem: Problem | null
  /** Pasted links. */
  text: string
  setText: (text: string) => void
  choose: (source: Source) => void
}

/** Accepts a dropped or selected file, or pasted links. */
export function ChooseSource({ problem, text, setText, choose }: ChooseSourceProps) {
  const takeFile = (file: File | null | undefined) => {
    if (file) choose({ name: file.name, content: file })
  }
  const over = useDroppedFile(takeFile)
  const submit = (event: React.SyntheticEvent) => {
    event.preventDefault()
    if (text.trim() !== '') choose({ name: null, content: new Blob([text]) })
  }
  return (
    <Stack gap={14}>
      {problem && <ProblemView problem={problem} />}
      <Stack
        gap={10}
        align="center"
        p="28px 20px"
        bg="var(--sunken)"
        bd={over ? '1px solid var(--accent)' : '1px dashed var(--control-line)'}
        bdrs="sm"
        data-over={over || undefined}
      >
        <FileUp size={22} color="var(--text-quiet)" />
        <strong>Drop a file here</strong>
        <FileButton onChange={takeFile} accept=".csv,.tsv,.txt,.json,.xlsx,.xls,.ods,text/*,application/json">
          {(props) => (
            <Button {...props} variant="default" data-autofocus autoFocus>
              Choose a file
            </Button>
          )}
        </FileButton>
        <QuietText ta="center">
          A Linkwright export, a table (CSV, XLSX or ODS) with a column of links, or any text that contains
          links.
        </QuietText>
      </Stack>
      <Fold title="Move in with printed links">
        <QuietText>
          Export your links from the service that you leave (Bitly, Dub, Firebase, Kutt, Rebrandly, Shlink,
          Short.io, Sink, YOURLS), and choose the file here. Links on your own domain keep their paths. You
          see first what would happen, which paths are taken, and which options of the previous service are
          lost.
        </QuietText>
        <QuietText>
          Point your domain to your service only after that. The page <em>Move in with printed links</em> of
          the documentation has all steps, for you and for your operator.
        </QuietText>
      </Fold>
      <Stack component="form" gap={14} onSubmit={submit}>
        <Textarea
          label="Or paste links"
          placeholder="https://…"
          autosize
          minRows={2}
          maxRows={6}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Flex justify="flex-end">
          <Button type="submit" variant="default" disabled={text.trim() === ''}>
            Continue
          </Button>
        </Flex>
      </Stack>
    </Stack>
  )
}
