package bub.channel.telegram.text;

import bub.channel.telegram.api.MessageEntity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Block;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.BulletList;
import org.commonmark.node.Code;
import org.commonmark.node.CustomBlock;
import org.commonmark.node.CustomNode;
import org.commonmark.node.Document;
import org.commonmark.node.Emphasis;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.LinkReferenceDefinition;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.SourceSpan;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.node.Text;
import org.commonmark.node.ThematicBreak;
import org.jspecify.annotations.Nullable;

/** Visitor that writes Markdown as text with entities; keeps line breaks, as models expect. */
final class MarkdownRenderer extends AbstractVisitor {
  private static final String RULE = "———";
  private static final int MAX_INDENT = 24;
  private static final Pattern NUMBER = Pattern.compile(" *([0-9]{1,9}[.)])");
  private static final Pattern TASK = Pattern.compile("\\[([ xX])] +(?=\\S)");
  private static final Pattern LANGUAGE = Pattern.compile("[A-Za-z0-9_+#.-]{1,40}(?=[ ,{:]|$)");

  private record LinkTarget(String url, boolean accepted) {}

  private final MarkdownSource source;
  // A definition with a long URL may serve thousands of links, so its URL is checked once.
  private final Map<String, LinkTarget> targets = new HashMap<>();
  private FormattedTextBuilder out;
  private String indent = "";
  private boolean inTable;
  private long spelledOut;

  MarkdownRenderer(MarkdownSource source, FormattedTextBuilder out) {
    this.source = source;
    this.out = out;
  }

  @Override
  public void visit(Document document) {
    blocks(document);
  }

  private void blocks(Node parent) {
    for (Node block = parent.getFirstChild(); block != null; block = block.getNext()) {
      if (block.getPrevious() != null) {
        boolean gap = firstLine(block) > lastLine(block.getPrevious()) + 1;
        out.write((gap ? "\n\n" : "\n") + (isMonospaced(block) ? "" : indent));
      }
      block.accept(this);
    }
  }

  private static boolean isMonospaced(Node block) {
    return block instanceof FencedCodeBlock
        || block instanceof IndentedCodeBlock
        || block instanceof CustomBlock;
  }

  private static int firstLine(Node block) {
    List<SourceSpan> spans = block.getSourceSpans();
    return spans.isEmpty() ? 0 : spans.getFirst().getLineIndex();
  }

  /** A list also has the blank lines behind it. */
  private static int lastLine(Node block) {
    Node last = block;
    while (last.getLastChild() instanceof Block child) {
      last = child;
    }
    List<SourceSpan> spans = last.getSourceSpans();
    return spans.isEmpty() ? 0 : spans.getLast().getLineIndex();
  }

  /** A line of dashes below a text is meant as a rule, not as a heading. */
  @Override
  public void visit(Heading heading) {
    boolean underlined = heading.getSourceSpans().size() > 1;
    if (underlined && heading.getLevel() == 2) {
      visitChildren(heading);
      out.write("\n" + indent + RULE);
    } else {
      styled(MessageEntity.BOLD, heading);
    }
  }

  @Override
  public void visit(ThematicBreak rule) {
    out.write(RULE);
  }

  @Override
  public void visit(BlockQuote quote) {
    out.begin(MessageEntity.BLOCKQUOTE);
    blocks(quote);
    out.end();
  }

  @Override
  public void visit(BulletList list) {
    blocks(list);
  }

  @Override
  public void visit(OrderedList list) {
    blocks(list);
  }

  /** Keeps the number of the source; Markdown itself counts anew. */
  @Override
  public void visit(ListItem item) {
    Matcher number = NUMBER.matcher(source.lines(item).findFirst().orElse(""));
    String box = takeBox(item);
    String marker = number.lookingAt() ? number.group(1) + (box == null ? "" : " " + box) : box;
    String lead = (marker == null ? "•" : marker) + " ";
    String outer = indent;
    out.write(lead);
    indent = " ".repeat(Math.min(MAX_INDENT, outer.length() + lead.length()));
    blocks(item);
    indent = outer;
  }

  private static @Nullable String takeBox(ListItem item) {
    Node paragraph = item.getFirstChild();
    if (paragraph == null || !(paragraph.getFirstChild() instanceof Text text)) {
      return null;
    }
    Matcher task = TASK.matcher(text.getLiteral());
    if (!task.lookingAt()) {
      return null;
    }
    text.setLiteral(text.getLiteral().substring(task.end()));
    return task.group(1).equals(" ") ? "☐" : "☑";
  }

  /** Of the words behind the fence, all but the language are a line above it. */
  @Override
  public void visit(FencedCodeBlock code) {
    String info = code.getInfo() == null ? "" : source.shown(code.getInfo());
    Matcher language = LANGUAGE.matcher(info);
    boolean named = language.lookingAt() && !code.getLiteral().isBlank();
    String rest = named ? info.substring(language.end()).strip() : info;
    out.write(rest.isEmpty() ? "" : rest + "\n");
    block(code.getLiteral(), named ? language.group() : null);
  }

  @Override
  public void visit(IndentedCodeBlock code) {
    block(code.getLiteral(), null);
  }

  private void block(String code, @Nullable String language) {
    out.block(source.shown(code).stripTrailing(), language);
  }

  @Override
  public void visit(LinkReferenceDefinition definition) {
    out.write(source.lines(definition).collect(Collectors.joining("\n" + indent)));
  }

  /** A table is the only block of an extension. */
  @Override
  public void visit(CustomBlock table) {
    var rows = new ArrayList<List<String>>();
    boolean complete = true;
    inTable = true;
    for (Node part = table.getFirstChild(); part != null; part = part.getNext()) {
      for (Node row = part.getFirstChild(); row != null; row = row.getNext()) {
        rows.add(cells(row));
        complete &= hasAllCells((TableRow) row, rows.getFirst().size());
      }
    }
    inTable = false;
    String text = complete ? new MarkdownTable(rows).monospaced() : null;
    out.block(text == null ? source.lines(table).collect(Collectors.joining("\n")) : text, null);
  }

  private List<String> cells(Node row) {
    FormattedTextBuilder outer = out;
    var cells = new ArrayList<String>();
    for (Node cell = row.getFirstChild(); cell != null; cell = cell.getNext()) {
      out = new FormattedTextBuilder();
      visitChildren(cell);
      cells.add(out.textFrom(0));
    }
    out = outer;
    return cells;
  }

  /** The parser leaves out cells when the header has fewer. */
  private boolean hasAllCells(TableRow row, int columns) {
    String line = source.lines(row).findFirst().orElse("").strip().replace("\\|", "");
    return line.replaceAll("^\\||\\|$", "").chars().filter(c -> c == '|').count() < columns;
  }

  @Override
  public void visit(Emphasis emphasis) {
    styled(MessageEntity.ITALIC, emphasis);
  }

  @Override
  public void visit(StrongEmphasis emphasis) {
    styled(MessageEntity.BOLD, emphasis);
  }

  /** Struck text is the only inline node of an extension. */
  @Override
  public void visit(CustomNode struck) {
    styled(MessageEntity.STRIKETHROUGH, struck);
  }

  private void styled(String type, Node node) {
    out.begin(type);
    visitChildren(node);
    out.end();
  }

  @Override
  public void visit(Link link) {
    link(link, link.getDestination());
  }

  @Override
  public void visit(Image image) {
    link(image, image.getDestination());
  }

  /** A target that cannot be a link in Telegram is written out as text. */
  private void link(Node link, String destination) {
    LinkTarget target = targets.computeIfAbsent(destination, this::target);
    boolean works = target.accepted() && !inTable && !out.isOpen(MessageEntity.TEXT_LINK);
    int from = out.length();
    if (works) {
      out.begin(MessageEntity.TEXT_LINK, target.url());
    }
    visitChildren(link);
    String label = out.textFrom(from);
    if (label.isBlank()) {
      spellOut("", target.url(), "");
    }
    if (works) {
      out.end();
    } else if (!label.isBlank() && !target.url().endsWith(label)) {
      spellOut(" (", target.url(), ")");
    }
  }

  private LinkTarget target(String destination) {
    String url = source.shown(destination);
    return new LinkTarget(url, TelegramLinks.accept(url));
  }

  /** Stops when the targets alone are as long as a text may be. */
  private void spellOut(String before, String url, String after) {
    spelledOut += url.length();
    if (spelledOut <= TelegramText.MAX_INPUT) {
      out.write(before);
      out.write(url);
      out.write(after);
    }
  }

  @Override
  public void visit(Code code) {
    out.code(source.shown(code.getLiteral()));
  }

  @Override
  public void visit(Text text) {
    out.write(source.shown(text.getLiteral()));
  }

  @Override
  public void visit(SoftLineBreak line) {
    out.write("\n" + indent);
  }

  @Override
  public void visit(HardLineBreak line) {
    out.write("\n" + indent);
  }
}
