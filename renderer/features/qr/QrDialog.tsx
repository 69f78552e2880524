import { Box, Flex, Image, Modal, SimpleGrid, Stack } from '@mantine/core'
import { useMemo } from 'react'
import { isLocalOnly } from '../../link/reach.ts'
import { Loading } from '../../ui/Loading.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { LocalOnly } from '../reach/LocalOnly.tsx'
import { Exports } from './Exports.tsx'
import { LogoField } from './LogoField.tsx'
import { SizeField } from './SizeField.tsx'
import { SquareColor } from './SquareColor.tsx'
import { QrCheckView } from './QrCheckView.tsx'
import { checkQr } from './check.ts'
import type { QrDesign } from './design.ts'
import { pixelsFor } from './print.ts'
import { renderSvg } from '../../../contract/app/qr/svg.ts'
import { useQrDesign } from './useQrDesign.ts'
import type { QrModules } from '../../../contract/app/qr/modules.ts'
import { QuietText } from '../../ui/variants.ts'

interface QrDialogProps {
  link: string
  /** The profile whose QR style is used. */
  profileId: string
  opened: boolean
  close: () => void
}

/** Shows a link's QR code: its style, its readability check, and the files to print. */
export function QrDialog({ link, profileId, opened, close }: QrDialogProps) {
  return (
    <Modal opened={opened} onClose={close} size={760} title="QR code">
      <Designer link={link} profileId={profileId} />
    </Modal>
  )
}

function Designer({ link, profileId }: Pick<QrDialogProps, 'link' | 'profileId'>) {
  const { design, change, problem, retry } = useQrDesign(profileId)
  if (design) return <Design {...{ link, profileId, design, change }} />
  return problem ? <ProblemView problem={problem} retry={retry} /> : <Loading label="Loading your QR style" />
}

interface DesignProps {
  link: string
  profileId: string
  design: QrDesign
  change: (part: Partial<QrDesign>) => void
}

function Design({ link, profileId, design, change }: DesignProps) {
  const width = pixelsFor(Math.min(design.centimetres, maxCheckedWidth))
  const check = useMemo(() => checkQr(link, design, width), [link, design, width])
  const drawing = useMemo(() => ({ link, design }), [link, design])
  return (
    <Stack gap={20}>
      <Flex
        direction={{ base: 'column', sm: 'row' }}
        align={{ base: 'center', sm: 'flex-start' }}
        gap="20px 28px"
      >
        <QrPreview link={link} design={design} modules={check.modules} />
        <Stack gap={20} flex={1} w="100%" miw={0}>
          <SimpleGrid cols={2} spacing="sm">
            <SquareColor
              label="Squares"
              value={design.foreground}
              swatches={foregroundSwatches}
              onChange={(foreground) => change({ foreground })}
            />
            <SquareColor
              label="Background"
              value={design.background}
              swatches={backgroundSwatches}
              onChange={(background) => change({ background })}
            />
          </SimpleGrid>
          <LogoField design={design} change={change} />
          <SizeField
            value={design.centimetres}
            onChange={(centimetres) => change({ centimetres })}
            modules={check.modules}
          />
        </Stack>
      </Flex>
      {check.ok && isLocalOnly(link) ? (
        <LocalOnly link={link} profileId={profileId}>
          <p>The code scans as your link, exactly.</p>
        </LocalOnly>
      ) : (
        <QrCheckView check={check} />
      )}
      <Exports drawing={drawing} check={check} />
    </Stack>
  )
}

/**
 * Maximum width, in centimetres, that is checked at full size on every change. Checking wider codes takes too long, so
 * they are checked when they are saved.
 */
const maxCheckedWidth = 10

const foregroundSwatches = ['#000000', '#1b2f7d', '#0f4a30', '#82181d', '#6b3600']
const backgroundSwatches = ['#ffffff', '#f6f6f4', '#eef2ff', '#e9f6ef', '#fff3e0']

interface QrPreviewProps {
  link: string
  design: QrDesign
  modules: QrModules | null
}

/** Shows the code as it will be saved, including the quiet zone. */
function QrPreview({ link, design, modules }: QrPreviewProps) {
  const address = useMemo(
    () => modules && `data:image/svg+xml,${encodeURIComponent(renderSvg(modules, design, 10))}`,
    [design, modules],
  )
  return (
    <Stack component="figure" gap={10} flex="none" w={280} m={0}>
      <Box
        w={280}
        h={280}
        bg="var(--sunken)"
        bd="1px solid var(--line)"
        bdrs={10}
        style={{ overflow: 'hidden' }}
      >
        {address !== null && <Image src={address} alt={`QR code of ${link}`} w="100%" h="100%" />}
      </Box>
      <QuietText
        component="figcaption"
        ff="monospace"
        fz="xs"
        ta="center"
        style={{ overflowWrap: 'anywhere' }}
      >
        {link}
      </QuietText>
    </Stack>
  )
}
