import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Encodes and decodes Modified UTF-8 with Java's DataOutputStream and DataInputStream. Each input line is `e` and UTF-16
 * to encode, or `d` and bytes to decode, in hexadecimal. The output line is the result in hexadecimal, or `!` on error.
 */
public class ModifiedUtf8 {
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        HexFormat hex = HexFormat.of();
        StringBuilder answers = new StringBuilder();
        for (String line; (line = in.readLine()) != null; ) {
            byte[] operand = hex.parseHex(line.substring(2));
            try {
                if (line.startsWith("e")) {
                    ByteArrayOutputStream out = new ByteArrayOutputStream();
                    StringBuilder text = new StringBuilder();
                    for (int i = 0; i < operand.length; i += 2) {
                        text.append((char) ((operand[i] & 0xFF) << 8 | operand[i + 1] & 0xFF));
                    }
                    new DataOutputStream(out).writeUTF(text.toString());
                    answers.append(hex.formatHex(out.toByteArray(), 2, out.size()));
                } else {
                    byte[] framed = new byte[operand.length + 2];
                    framed[0] = (byte) (operand.length >> 8);
                    framed[1] = (byte) operand.length;
                    System.arraycopy(operand, 0, framed, 2, operand.length);
                    String text = new DataInputStream(new ByteArrayInputStream(framed)).readUTF();
                    for (int i = 0; i < text.length(); i++) {
                        answers.append(hex.toHexDigits(text.charAt(i)));
                    }
                }
            } catch (IOException malformed) {
                answers.append('!');
            }
            answers.append('\n');
        }
        System.out.print(answers);
    }
}
