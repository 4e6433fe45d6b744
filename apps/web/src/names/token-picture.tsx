import { useState } from 'react';

/** The service sends no others. */
const PICTURE = /^data:image\/(svg\+xml|png|gif|jpeg|webp);base64,/;

interface TokenPictureProps {
  /** A `data:` URL. */
  readonly picture: string;
  readonly tokenId: bigint;
}

/** Shows the picture of a token in a fixed size. It is an `<img>`, so nothing in it runs or loads. */
export function TokenPicture({ picture, tokenId }: TokenPictureProps) {
  const [failed, setFailed] = useState<string>();
  if (failed === picture || !PICTURE.test(picture)) return null;
  return (
    <img
      className="token-picture"
      src={picture}
      width={40}
      height={40}
      alt={`Token #${tokenId}, as its contract draws it`}
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailed(picture)}
    />
  );
}
