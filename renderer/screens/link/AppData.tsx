import { Stack } from '@mantine/core'
import { formatJson } from '../../features/jsonEditor/formatJson.ts'
import { CopyableCode } from '../../ui/CopyableCode.tsx'
import { Fold } from '../../ui/Fold.tsx'

/** Maximum number of lines that are shown unfolded. */
const maxOpenLines = 12

/** Shows a link's app data, formatted by changing only white space. Copying copies the stored text. */
export function AppData({ data }: { data: string | null }) {
  if (data === null || /^\s*(\{\s*\})?\s*$/.test(data)) return null
  const text = formatJson(data)
  const lines = text.split('\n').length
  const code = <CopyableCode text={text} label="App data as text" copies={data} copyLabel="Copy App data" />
  return (
    <Stack component="section" gap="xs" aria-labelledby="created-data">
      <h2 id="created-data">App data</h2>
      {lines > maxOpenLines ? <Fold title={`Show all ${lines} lines`}>{code}</Fold> : code}
    </Stack>
  )
}
