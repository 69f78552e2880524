import { Flex, Stack, Text } from '@mantine/core'
import { Image } from 'lucide-react'
import { ActionButton } from '../../ui/ActionButton.tsx'
import type { FetchedImage } from '../../../contract/app/calls/app/images.ts'
import { cancelRequest } from '../../api/links.ts'
import { useCallMutation } from '../../api/useCall.ts'
import { Elapsed } from '../../ui/Elapsed.tsx'
import { FieldWarning } from '../../ui/FieldWarning.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { adviseImage, advisedNetworks } from './imageAdvice.ts'
import { QuietText } from '../../ui/variants.ts'

interface CardImageProps {
  url: string
  fetched: FetchedImage | null
  show: (fetched: FetchedImage) => void
}

/** Fetches the image of a card on a press, and says what networks do with it. */
export function CardImage({ url, fetched, show }: CardImageProps) {
  const fetching = useCallMutation('images.fetch')
  const isCurrent = fetching.variables?.url === url
  const running = fetching.isPending && isCurrent ? fetching.variables.id : undefined
  const fetchImage = () =>
    fetching.mutate({ url, id: crypto.randomUUID() }, { onSuccess: (image) => show(image) })
  return (
    <Stack gap="xs">
      <Flex gap="xs" align="center" wrap="wrap">
        <ActionButton size="xs" icon={Image} loading={running !== undefined} onClick={fetchImage}>
          {fetched ? 'Fetch the image again' : 'Show the image'}
        </ActionButton>
        {running === undefined ? (
          <QuietText span fz="xs">
            From {new URL(url).host}
          </QuietText>
        ) : (
          <Elapsed cancel={() => cancelRequest(running)} />
        )}
      </Flex>
      {isCurrent && fetching.error && (
        <ProblemView problem={fetching.error.problem} outcome="The image couldn’t be fetched." />
      )}
      {fetched && <Advice image={fetched} />}
    </Stack>
  )
}

const refusals: Record<Extract<FetchedImage, { ok: false }>['reason'], string> = {
  refused: 'The address leads to another one that isn’t accepted.',
  status: 'There is no image at this address.',
  redirects: 'The address redirects too often, so networks show no image.',
  svg: 'This is an SVG, which networks don’t show. Use a PNG or JPEG.',
  other_type: 'This isn’t an image that networks show. Use a PNG, JPEG, GIF or WebP.',
  too_large: 'The file is larger than 5 MB, so networks show no image.',
}

function Advice({ image }: { image: FetchedImage }) {
  if (!image.ok) {
    const detail = image.reason === 'status' ? `Status ${image.detail}.` : image.detail
    return <FieldWarning text={[refusals[image.reason], ...(detail ? [detail] : [])].join(' ')} refusal />
  }
  const { width, height, bytes, type, dataUrl } = image
  const size = bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
  return (
    <div role="status">
      <QuietText fz="xs">
        {width} × {height} pixels, {type.toUpperCase()}, {size}.
        {dataUrl === null && ' It has too many pixels to be shown here.'}
      </QuietText>
      {advisedNetworks.map((id) => (
        <Text key={id} fz="xs">
          {adviseImage(id, image)?.text}
        </Text>
      ))}
    </div>
  )
}
