/** A QR code, drawn by the server as one path. */
export const QrCode = ({ qr, label }: { qr: { size: number; path: string }; label: string }) => (
  <svg class="qr" role="img" aria-label={label} viewBox={`0 0 ${qr.size} ${qr.size}`}>
    <path d={qr.path} />
  </svg>
);
