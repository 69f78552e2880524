import { Flex, Select, Stack, useComputedColorScheme } from '@mantine/core'
import { Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import type { FetchedImage } from '../../../contract/app/calls/app/images.ts'
import { imageError } from '../../../contract/service/link/imageError.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { CardImage } from './CardImage.tsx'
import { NetworkCard } from './NetworkCard.tsx'
import { networks, type Network } from './networks.ts'
import { QuietText } from '../../ui/variants.ts'

interface CardPreviewProps {
  title: string
  subtitle: string
  /** The address of its image; empty for none. */
  image: string
  host: string
}

/** Shows how each network previews a link's card, in light and dark mode. */
export function CardPreview({ image, ...card }: CardPreviewProps) {
  const scheme = useComputedColorScheme('light')
  const [chosen, setChosen] = useState<Network['id']>('whatsapp')
  const [flipped, setFlipped] = useState(false)
  const dark = (scheme === 'dark') !== flipped
  const [shown, setShown] = useState<{ url: string; image: FetchedImage } | null>(null)
  const fetched = shown?.url === image ? shown.image : null
  const network = networks.find(({ id }) => id === chosen) ?? networks[0]
  const label = dark ? 'Preview in light mode' : 'Preview in dark mode'
  return (
    <Stack gap="xs">
      <NetworkCard {...card} image={fetched} network={network} scheme={dark ? 'dark' : 'light'} />
      <Flex gap={6} align="center">
        <Select
          size="xs"
          w={150}
          aria-label="Preview for"
          value={chosen}
          data={networks.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => id !== null && setChosen(id)}
        />
        <IconButton icon={dark ? Sun : Moon} label={label} onClick={() => setFlipped(!flipped)} />
        <QuietText span fz="xs" lh={1.3}>
          This is an approximation. Each app shows it a little differently.
        </QuietText>
      </Flex>
      {image !== '' && imageError(image) === null && (
        <CardImage url={image} fetched={fetched} show={(one) => setShown({ url: image, image: one })} />
      )}
    </Stack>
  )
}
