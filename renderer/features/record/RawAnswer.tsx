import { Code } from '../../ui/Code.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Fold } from '../../ui/Fold.tsx'
import { layOut } from '../jsonEditor/layOut.ts'

/** What the service answered: laid out to be read, and copied to the letter. Every value is spelled as the service did. */
export function RawAnswer({ text }: { text: string }) {
  return (
    <Fold title="The service’s answer as JSON">
      <Code text={layOut(text)} label="Raw answer" tall />
      <CopyButton text={text} label="Copy the answer" variant="default" size="xs" />
    </Fold>
  )
}
