import { Stack } from '@mantine/core'
import { formatText } from '../../features/jsonEditor/formatText.ts'
import { Code } from '../../ui/Code.tsx'
import { CopyIcon } from '../../ui/CopyButton.tsx'
import { Fold } from '../../ui/Fold.tsx'
import styles from './link.module.css'

/** Maximum number of lines that are shown unfolded. */
const maxOpenLines = 12

/** Shows a link's app data, formatted by changing only white space. Copying copies the stored text. */
export function AppData({ data }: { data: string | null }) {
  if (data === null || /^\s*(\{\s*\})?\s*$/.test(data)) return null
  const text = formatText(data)
  const lines = text.split('\n').length
  const code = (
    <div className={styles['data']}>
      <Code text={text} label="App data as text" />
      <CopyIcon text={data} label="Copy App data" />
    </div>
  )
  return (
    <Stack component="section" gap="xs" aria-labelledby="created-data">
      <h2 id="created-data">App data</h2>
      {lines > maxOpenLines ? <Fold title={`Show all ${lines} lines`}>{code}</Fold> : code}
    </Stack>
  )
}
