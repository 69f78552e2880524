import { Box, Group } from '@mantine/core'
import { Code } from './Code.tsx'
import { CopyIcon } from './CopyButton.tsx'

interface CopyableCodeProps {
  text: string
  label: string
  /** What is copied; the shown text if omitted. */
  copies?: string
  copyLabel: string
}

/** Shows monospaced text with a button beside it that copies it. */
export function CopyableCode({ text, label, copies = text, copyLabel }: CopyableCodeProps) {
  return (
    <Group gap={6} wrap="nowrap" align="flex-start" w="100%">
      <Box flex={1} miw={0}>
        <Code text={text} label={label} />
      </Box>
      <CopyIcon text={copies} label={copyLabel} />
    </Group>
  )
}
