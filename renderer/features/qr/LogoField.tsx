import { Group, Slider, Stack, Text } from '@mantine/core'
import { ImagePlus, Trash2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { FileAction } from '../../ui/FileAction.tsx'
import type { QrDesign } from './design.ts'
import { readLogo } from './logoFile.ts'
import { QuietText } from '../../ui/variants.ts'

interface LogoFieldProps {
  design: QrDesign
  change: (part: Partial<QrDesign>) => void
}

/** Selects a logo for the middle of the code, and its size. The file never leaves the app. */
export function LogoField({ design: { logo, logoShare }, change }: LogoFieldProps) {
  const [failed, setFailed] = useState(false)
  const name = useId()
  // Only the last chosen file counts, even if another one is read more slowly.
  const lastChoice = useRef<File | null>(null)
  const setLogo = async (file: File) => {
    lastChoice.current = file
    const read = await readLogo(file)
    if (lastChoice.current !== file) return
    setFailed(read === null)
    if (read) change({ logo: read })
  }
  const remove = () => {
    lastChoice.current = null
    change({ logo: null })
  }
  return (
    <Stack gap="sm" role="group" aria-labelledby={name}>
      <Group gap="xs">
        <Text span id={name} flex={1} fz="sm" fw={550}>
          Logo
        </Text>
        {logo && (
          <QuietText span flex="1 1 90px" miw={0} ta="right" truncate>
            {logo.name}
          </QuietText>
        )}
        <FileAction
          size="xs"
          icon={ImagePlus}
          accept="image/png,image/jpeg,image/webp,image/svg+xml"
          take={(file) => void setLogo(file)}
        >
          {logo ? 'Replace' : 'Choose an image'}
        </FileAction>
        {logo && (
          <ActionButton size="xs" variant="subtle" color="gray" icon={Trash2} onClick={remove}>
            Remove
          </ActionButton>
        )}
      </Group>
      {failed && (
        <Text role="alert" size="xs" c="var(--bad-text)">
          Linkwright can’t use this file. Choose a PNG, JPEG, WebP or SVG of up to 10 MB and 50 million
          pixels.
        </Text>
      )}
      {logo && <LogoWidth share={logoShare} setShare={(share) => change({ logoShare: share })} />}
    </Stack>
  )
}

function LogoWidth({ share, setShare }: { share: number; setShare: (share: number) => void }) {
  return (
    <Group gap={14} wrap="nowrap" c="dimmed" fz="sm">
      <span>Logo width</span>
      <Slider
        flex={1}
        thumbLabel="Logo width"
        size="sm"
        min={10}
        max={50}
        step={1}
        value={Math.round(share * 100)}
        label={null}
        onChange={(percent) => setShare(percent / 100)}
      />
      <Text component="output" inherit w="5ch" ta="right">
        {Math.round(share * 100)} %
      </Text>
    </Group>
  )
}
