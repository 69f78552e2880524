import { useMemo } from 'react'
import { Code } from '../../ui/Code.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Fold } from '../../ui/Fold.tsx'
import { formatJson } from '../jsonEditor/formatJson.ts'

/** Shows the service's raw answer, formatted. Copying copies the original text. */
export function RawResponse({ text }: { text: string }) {
  const formatted = useMemo(() => formatJson(text), [text])
  return (
    <Fold title="The service’s answer as JSON">
      <Code text={formatted} label="Raw answer" tall />
      <CopyButton text={text} label="Copy the answer" variant="default" size="xs" />
    </Fold>
  )
}
