import type { FetchedImage } from '../../../contract/app/calls/app/images.ts'
import type { Network } from './networks.ts'

type Image = Pick<Extract<FetchedImage, { ok: true }>, 'width' | 'height' | 'bytes'>

/** How a network shows an image: across the card, small beside the text, or not at all. */
export type ImageLayout = 'large' | 'small' | 'none'

interface ImageAdvice {
  layout: ImageLayout
  /** What the network does with the image, as a sentence. */
  text: string
}

/** The networks whose rules for images are published: WhatsApp and X for developers, LinkedIn in its help. */
export const advisedNetworks = ['whatsapp', 'linkedin', 'x'] as const satisfies Network['id'][]

/** Returns how a network shows an image; `null` if its rules aren't published. */
export function adviseImage(id: Network['id'], image: Image): ImageAdvice | null {
  switch (id) {
    case 'whatsapp':
      return adviseWhatsApp(image)
    case 'linkedin':
      return adviseLinkedIn(image)
    case 'x':
      return adviseX(image)
    default:
      return null
  }
}

function adviseWhatsApp({ width, height, bytes }: Image): ImageAdvice {
  if (bytes >= 600_000) return none('WhatsApp', 'the file must be smaller than 600 KB')
  if (width < 300) return none('WhatsApp', 'it must be at least 300 pixels wide')
  if (width > 4 * height) return none('WhatsApp', 'it must not be wider than four times its height')
  return { layout: 'large', text: 'WhatsApp shows it.' }
}

function adviseLinkedIn(image: Image): ImageAdvice {
  if (image.width < 401) {
    return { layout: 'small', text: 'LinkedIn shows it small: large ones are at least 401 pixels wide.' }
  }
  const isSmall = image.width < 1_200 || image.height < 627
  const hint = isSmall ? ' It recommends at least 1200 × 627 pixels.' : ''
  return { layout: 'large', text: `LinkedIn shows it${describeCrop(image, 1.91)}.${hint}` }
}

function adviseX(image: Image): ImageAdvice {
  if (image.width < 300 || image.height < 157) return none('X', 'it must have at least 300 × 157 pixels')
  if (image.width > 4_096 || image.height > 4_096) return none('X', 'it must have at most 4096 × 4096 pixels')
  return { layout: 'large', text: `X shows it${describeCrop(image, 2)}.` }
}

function none(name: string, reason: string): ImageAdvice {
  return { layout: 'none', text: `${name} shows no image: ${reason}.` }
}

/** Says how much a card with a fixed proportion cuts off. Less than a twentieth isn't worth a word. */
function describeCrop({ width, height }: Image, cardRatio: number): string {
  const ratio = width / height
  const share = 1 - Math.min(ratio / cardRatio, cardRatio / ratio)
  if (share < 0.05) return ''
  const sides = ratio > cardRatio ? 'the left and right' : 'the top and bottom'
  return `, and cuts off ${Math.round(share * 100)} % at ${sides}`
}
